"""What leaves the dashboard, with its provenance."""
