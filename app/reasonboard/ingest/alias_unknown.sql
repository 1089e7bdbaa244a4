-- The names of models in an alias file that no loaded run has, as written or as shown, and that no earlier alias replaced there.
FROM (SELECT unnest($names) AS name)
ANTI JOIN (
    SELECT raw_model AS name FROM loaded_run
    UNION ALL
    SELECT model FROM loaded_run
    UNION ALL
    SELECT model FROM run
    UNION ALL
    SELECT raw FROM alias_model SEMI JOIN run ON run.model = alias_model.name
) AS known USING (name)
ORDER BY name
