"""Harbor."""
