-- What loaded runs can be chosen by: models, benchmarks and loads, with the other names that each is known by.
SELECT DISTINCT 'loads' AS kind, source AS name, source AS known_as FROM run JOIN own_source USING (source) WHERE own
UNION
SELECT 'models', model, unnest([model, coalesce(of_model, model), split_part(coalesce(of_model, model), '/', -1)])
FROM run
JOIN own_source USING (source)
WHERE own
UNION
SELECT 'benchmarks', benchmark.name, unnest(list_append(aliases, benchmark.name))
FROM (SELECT DISTINCT benchmark FROM measurement JOIN run ON run.id = measurement.run JOIN own_source USING (source) WHERE own)
JOIN benchmark ON benchmark.name = benchmark
ORDER BY ALL
