"""lm-evaluation-harness."""
