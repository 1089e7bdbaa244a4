-- The tables of `part` with the names and types of their columns.
SELECT table_name, list(column_name ORDER BY column_index), list(data_type ORDER BY column_index)
FROM duckdb_columns()
WHERE database_name = 'part' AND table_name IN (SELECT table_name FROM duckdb_tables() WHERE database_name = 'part')
    AND table_name NOT IN (SELECT unnest($others)) AND table_name <> 'made_as'
GROUP BY table_name
ORDER BY table_name
