-- The runs of A and of B as they are called and described.
SELECT key, model, variant, line, newest, title, own, tool, tool_version, date, loaded_at, benchmarks
FROM model_run
WHERE key IN ($a, $b)
