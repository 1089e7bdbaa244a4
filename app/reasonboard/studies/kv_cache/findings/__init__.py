"""The findings of the study kv cache."""
