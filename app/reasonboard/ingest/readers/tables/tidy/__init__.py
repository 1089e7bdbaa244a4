"""Tables whose columns are called as usual or described by a TOML, and rows that are pushed."""
