-- The tables that may have rows, in `fresh` or else in the snapshot.
SELECT table_name, database_name = 'fresh'
FROM duckdb_tables()
WHERE database_name IN (current_database(), 'fresh') AND estimated_size > 0
ORDER BY ALL
