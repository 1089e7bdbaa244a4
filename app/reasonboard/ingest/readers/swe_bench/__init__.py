"""SWE-bench."""
