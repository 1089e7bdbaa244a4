-- The chosen scalars of the trainings, as their logs have them.
SELECT metric, model, nullif(seed, '') AS seed, iteration, value, unit, kind::TEXT AS kind
FROM training_scalars($study, [$source])
WHERE list_contains($scalars, metric) AND is_chosen($model, model)
ORDER BY known_scalar(metric).place, metric, model, try_cast(seed AS BIGINT), seed, iteration
