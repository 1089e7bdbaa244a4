"""What names of models, benchmarks, metrics and settings mean."""
