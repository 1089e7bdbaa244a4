"""The evaluation of Qwen2.5-Math."""
