"""The command `reasonboard`."""
