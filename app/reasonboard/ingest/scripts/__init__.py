"""The SQL scripts of ingest and of the studies, by their names."""
