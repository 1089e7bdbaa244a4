"""tau2-bench."""
