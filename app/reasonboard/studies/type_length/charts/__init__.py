"""The charts of the study type length."""
