"""The charts of the study kv cache."""
