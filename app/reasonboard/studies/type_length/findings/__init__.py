"""The findings of the study type length."""
