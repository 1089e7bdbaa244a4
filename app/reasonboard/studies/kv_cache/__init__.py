"""The study kv cache."""
