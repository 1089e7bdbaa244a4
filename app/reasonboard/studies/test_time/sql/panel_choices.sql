-- The benchmarks: those of own runs first, then those with answers, then those of most runs.
SELECT panel AS value, panel AS label
FROM token_scores($source, $metric)
WHERE is_chosen($benchmark, panel) AND is_chosen($model, model)
GROUP BY panel
ORDER BY bool_or(own) DESC, bool_or(has_answers) DESC, count(*) DESC, lower(panel), panel
