-- The domains of the benchmarks of the chosen sources by this metric, those of most benchmarks first.
SELECT 'all' AS value, 'all' AS label
UNION ALL
SELECT * FROM (
    SELECT coalesce(domain, 'other'), coalesce(domain, 'other')
    FROM scores_of($settings, $source, $metric)
    GROUP BY domain
    ORDER BY domain IS NULL, count(DISTINCT "column") DESC, domain
)
