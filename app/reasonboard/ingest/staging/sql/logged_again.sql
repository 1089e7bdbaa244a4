-- A line for each staged file that says of numbers what was said otherwise before.
SELECT format(
    '{}: {} logged again, the later {}: {} of {}{}',
    name,
    CASE WHEN count(*) = 1 THEN 'a number was' ELSE count(*) || ' numbers were' END,
    CASE WHEN count(*) = 1 THEN 'one counts' ELSE 'ones count, the first' END,
    first(metric ORDER BY logged, benchmark, metric), first(benchmark ORDER BY logged, benchmark, metric),
    CASE WHEN min(logged) IS NULL THEN '' ELSE ' at step ' || min(logged) END
)
FROM logged_again
JOIN (SELECT sha256, any_value(coalesce(name, path)) AS name FROM staged_loaded_file GROUP BY sha256) USING (sha256)
LEFT JOIN (
    SELECT key AS run, any_value(coalesce(step, iteration)) AS logged
    FROM (SELECT key, step, iteration FROM loaded_run UNION ALL SELECT key, step, iteration FROM staged_loaded_run)
    GROUP BY key
) USING (run)
GROUP BY name
ORDER BY name
