"""tau-bench."""
