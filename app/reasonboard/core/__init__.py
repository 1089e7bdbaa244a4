"""What a study is: controls, views, the state in the address, findings, where numbers come from."""
