-- The runs that can be A or B, as one row of parallel lists: ranking is slow, and both choices need it. They are in the order of A:
-- own runs first, then the block with the newest load, as the answer is about it, then by block and mean rank; runs with few
-- benchmarks last. `places` is the order of B, except for what depends on A. Many runs measured the same benchmarks, so `sets` has
-- for each run its number in the lists `benchmarks` and `columns`.
WITH placed AS (
    SELECT
        *, dense_rank() OVER (ORDER BY measured, columns) AS measured_set,
        row_number() OVER (ORDER BY newest DESC, own, few, rank, key) AS place_of_b,
        row_number() OVER (
            ORDER BY own DESC, newest DESC, alone, loaded DESC NULLS LAST, block = '', families DESC, models DESC, few, rank, key
        ) AS place
    FROM ranked_runs($settings, $source, $metric)
),
measured_set AS (SELECT DISTINCT measured_set, measured, columns FROM placed)
SELECT
    coalesce(list(key ORDER BY place), []) AS keys, coalesce(list(label ORDER BY place), []) AS labels, coalesce(list(model ORDER BY place), []) AS models,
    coalesce(list(block ORDER BY place), []) AS blocks, coalesce(list(place_of_b ORDER BY place), []) AS places,
    coalesce(list(measured_set ORDER BY place), []) AS sets,
    (SELECT coalesce(list(measured ORDER BY measured_set), []) FROM measured_set) AS benchmarks,
    (SELECT coalesce(list(columns ORDER BY measured_set), []) FROM measured_set) AS columns
FROM placed
