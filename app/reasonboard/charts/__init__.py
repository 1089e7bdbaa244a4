"""Rows in, Plotly dictionaries out: no Dash, no SQL."""
