"""How fast the dashboard is, measured: `make bench` (docs/explanation/speed.md)."""
