"""Studies that users declare: a TOML of roles makes a page, with neither code nor SQL (docs/guides/studies.md)."""
