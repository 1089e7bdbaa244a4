-- Where the rows of rows.sql stand of which there are $size from $first on (counted from 0): filters that keep only
-- them and what stands with them, how many rows stand `before` those in the order of all, and how many there are in all.
WITH counted AS (
    SELECT place, source, benchmark, model, sum(numbers)::BIGINT AS numbers
    FROM tally
    JOIN source_place USING (source)
    WHERE is_chosen($of, study) AND is_chosen($source, source) AND is_chosen($benchmark, benchmark)
      AND is_chosen($model, model) AND is_chosen($kind, kind::TEXT)
    GROUP BY ALL
),
ordered AS (
    SELECT
        *,
        (sum(numbers) OVER (ORDER BY place, benchmark, model))::BIGINT - numbers AS before,
        (sum(numbers) OVER ())::BIGINT AS total
    FROM counted
),
placed AS (
    SELECT
        *,
        min(before) OVER (PARTITION BY place) AS before_source,
        min(before) OVER (PARTITION BY place, benchmark) AS before_benchmark
    FROM ordered
    -- Where none stands, what stands last says how many there are.
    QUALIFY before + numbers > least($first::BIGINT, total - 1) AND before < $first::BIGINT + $size::BIGINT
)
SELECT
    list(DISTINCT source) AS source,
    CASE WHEN count(DISTINCT source) = 1 THEN list(DISTINCT benchmark) END AS benchmark,
    CASE WHEN count(DISTINCT (source, benchmark)) = 1 AND count(model) = count(*) THEN list(model) END AS model,
    coalesce(
        CASE
            WHEN count(DISTINCT source) > 1 THEN min(before_source)
            WHEN count(DISTINCT benchmark) > 1 THEN min(before_benchmark)
            WHEN count(model) = count(*) THEN min(before)
            ELSE min(before_benchmark)
        END,
        0
    ) AS before,
    coalesce(any_value(total), 0) AS total
FROM placed
