"""What readers of several tools share."""
