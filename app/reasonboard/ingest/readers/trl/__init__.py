"""TRL and other trainers of transformers."""
