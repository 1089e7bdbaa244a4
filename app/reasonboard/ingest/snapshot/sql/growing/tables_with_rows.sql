-- The tables that `fresh` has made of what is loaded, but for $others: may they have rows in the snapshot, and in `fresh`?
SELECT
    table_name, coalesce(bool_or(estimated_size > 0) FILTER (database_name <> 'fresh'), false),
    bool_or(estimated_size > 0) FILTER (database_name = 'fresh')
FROM duckdb_tables()
WHERE database_name IN (current_database(), 'fresh') AND NOT temporary
    AND table_name NOT IN (SELECT unnest($others)) AND table_name <> 'made_as'
GROUP BY table_name
HAVING bool_or(database_name = 'fresh')
ORDER BY table_name
