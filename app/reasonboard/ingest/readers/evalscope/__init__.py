"""EvalScope."""
