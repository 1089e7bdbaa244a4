-- The runs that can be B: those that share benchmarks with A first, of its block, by their mean rank.
WITH ranked AS (
    SELECT number, rank() OVER (
        PARTITION BY score.source, benchmark, metric
        ORDER BY CASE WHEN higher_is_better THEN -value ELSE value END
    ) AS rank
    FROM scores_of($settings) AS score
    JOIN model_source USING (source)
    WHERE is_shown($source, score.source, opens) AND is_measured($metric, metric, main)
),
common AS (
    SELECT DISTINCT other.number
    FROM scores_of($settings) AS one
    JOIN scores_of($settings) AS other ON other.benchmark = one.benchmark AND one.key = $a
),
named AS (
    SELECT
        model_run.*, models, families, mean.rank, 2 * mean.benchmarks < max(mean.benchmarks) OVER (
            PARTITION BY block
        ) AS few,
        concat_ws(' · ', model, nullif(CASE $settings WHEN 'all' THEN variant ELSE line END, '')) AS name
    FROM (SELECT number, avg(rank) AS rank, count(*) AS benchmarks FROM ranked GROUP BY number) AS mean
    JOIN model_run USING (number)
    JOIN model_source USING (source)
)
SELECT
    key AS value,
    name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN ' · ' || title ELSE '' END AS label
FROM named
ORDER BY
    key = $a, number NOT IN (SELECT number FROM common),
    block IS DISTINCT FROM (SELECT block FROM model_run WHERE key = $a),
    newest DESC, own, few, rank, key
LIMIT 500
