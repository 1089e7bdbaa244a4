-- The checkpoints whose column a click can open, the last first.
SELECT
    checkpoint AS value,
    printf('%.3g', progress) || coalesce(' (step ' || step || ')', '') AS label
FROM scale_checkpoint
WHERE study = $study AND source = $source AND family = $family
GROUP BY ALL
ORDER BY any_value(progress) DESC
