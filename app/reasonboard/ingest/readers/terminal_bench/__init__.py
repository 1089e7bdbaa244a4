"""terminal-bench."""
