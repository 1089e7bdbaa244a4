"""The study type length."""
