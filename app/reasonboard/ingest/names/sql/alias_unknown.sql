-- The names in an alias file that no loaded run has, as written or as shown, and that no earlier alias replaced there.
SELECT 'model' AS what, unnest($models) AS name
EXCEPT (
    SELECT 'model', raw_model FROM loaded_run
    UNION ALL
    SELECT 'model', model FROM loaded_run
    UNION ALL
    SELECT 'model', model FROM run
    UNION ALL
    SELECT 'model', raw FROM alias_model SEMI JOIN run ON run.model = alias_model.name
)
UNION ALL
SELECT 'benchmark', unnest($benchmarks)
EXCEPT (
    SELECT 'benchmark', benchmark FROM current_measurement
    UNION ALL
    SELECT 'benchmark', benchmark FROM sample_part
    UNION ALL
    SELECT 'benchmark', name FROM loaded_benchmark_name
    UNION ALL
    SELECT 'benchmark', raw FROM alias_benchmark SEMI JOIN loaded_benchmark_name USING (name)
)
ORDER BY ALL
