-- The tables of the snapshot (`main`) and of `part` that may have rows; those of the others need not be changed.
SELECT CASE database_name WHEN 'part' THEN 'part' ELSE 'main' END, table_name
FROM duckdb_tables()
WHERE database_name IN (current_database(), 'part') AND NOT temporary AND estimated_size > 0
