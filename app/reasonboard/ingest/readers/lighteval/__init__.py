"""LightEval."""
