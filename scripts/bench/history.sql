-- Nightly runs of 20 models, each on 20 benchmarks; the last 60 of the first model with their answers to 500 problems each.
INSERT INTO loaded_run BY NAME
SELECT
    'run-' || model || '-' || night AS key, 'made' AS loaded_as, 'made' AS tool, 'nightly-' || model AS raw_model, raw_model AS model,
    false AS of_run, strftime(DATE '2024-01-01' + night::INTEGER, '%Y-%m-%dT02:30:00') AS date, 'build-' || night AS build,
    MAP {'temperature': '0.6'} AS settings, []::TEXT[] AS inferred
FROM range(20) AS models(model), range($runs // 20) AS nights(night);

INSERT INTO loaded_measurement BY NAME
SELECT
    'run-' || model || '-' || night AS run, 'sha' AS sha256, 'benchmark-' || benchmark AS benchmark, 'acc' AS metric,
    'fraction' AS unit, true AS higher_is_better, false AS aggregate,
    round(0.7 + (hash(model, night, benchmark) % 1000) / 20000.0, 4) AS value, 500 AS n_items, 'made' AS locator
FROM range(1, 20) AS models(model), range($runs // 20) AS nights(night), range(20) AS benchmarks(benchmark)
UNION ALL
SELECT
    'run-0-' || night, 'sha', 'benchmark-' || benchmark, 'acc', 'fraction', true, false,
    round(0.7 + (hash(0, night, benchmark) % 1000) / 20000.0, 4), 500, 'made'
FROM range(greatest(0, $runs // 20 - 60)) AS nights(night), range(20) AS benchmarks(benchmark);

INSERT INTO sample BY NAME
SELECT
    'run-0-' || night AS run, 'sha' AS sha256, 'benchmark-' || benchmark AS benchmark, 'acc' AS metric,
    'problem ' || problem AS item, 0 AS repeat,
    CASE WHEN hash(problem, benchmark) % 10 < 7 THEN 1 ELSE 0 END
        = CASE WHEN hash(problem, benchmark, night) % 20 = 0 THEN 0 ELSE 1 END AS score
FROM range(greatest(0, $runs // 20 - 60), $runs // 20) AS nights(night), range(20) AS benchmarks(benchmark),
    range(500) AS problems(problem);
