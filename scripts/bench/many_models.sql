-- 100 made-up models on 100 benchmarks of 30 to 2,376 problems each: a share of right answers by the skill of the model,
-- the difficulty of the benchmark and noise.
WITH score AS (
    SELECT
        model, bench, [30, 40, 100, 198, 500, 1319, 2376][1 + bench % 7] AS n,
        model / 50 - bench % 17 / 8 + (hash(model, bench) % 1000) / 2000 AS odds
    FROM range(100) AS m(model), range(100) AS b(bench)
)
SELECT
    printf('model-%02d', model) AS model, printf('bench-%02d', bench) AS benchmark, 'accuracy' AS metric,
    'fraction' AS unit, round(n / (1 + exp(-odds))) / n AS value, n AS n_items
FROM score
