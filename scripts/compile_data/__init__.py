"""Compiles the bundled tables of `data/` from the originals they are taken from."""
