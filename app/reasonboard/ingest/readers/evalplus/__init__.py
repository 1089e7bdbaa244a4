"""EvalPlus."""
