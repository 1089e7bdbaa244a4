"""LiveCodeBench."""
