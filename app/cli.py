"""reasonboard serve | query | check."""
