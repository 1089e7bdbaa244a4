-- The runs that can be A or B, as lists side by side in the order of A: own ones first, of the block that was loaded into last, as
-- the answer speaks of it; then by block and mean rank, those of few benchmarks last. It is one row, of which the choices of both
-- take what they need, since to rank takes longest. `places` is the order of B but for what depends on A; `sets` numbers
-- what runs have measured, which many have alike: these `benchmarks` in these `columns`.
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
