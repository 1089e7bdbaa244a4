"""The tables that pages read, built whole or grown by a load, and published."""
