"""What an operator can see of the server: metrics and a log of the requests."""
