"""How fast the dashboard is, measured: `make bench` (docs/bench.md)."""
