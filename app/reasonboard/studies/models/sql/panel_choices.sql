-- The columns of the page: those of A and B first, then by block, with the most problems up to 500 first.
-- It is asked for every pair that a page leads to: distinct counts would take as long again.
-- One is called as its benchmark where no other block has that.
SELECT
    score.panel AS value,
    CASE WHEN count(*) OVER (PARTITION BY "column") = 1 THEN "column" ELSE score.panel END AS label
FROM scores_of($settings, $source, $metric) AS score
WHERE len($benchmark) = 0 OR list_contains($benchmark, "column")
GROUP BY score.panel, "column"
ORDER BY
    max(CASE key WHEN $a THEN 1 ELSE 0 END) + max(CASE WHEN key = $b AND $a <> $b THEN 1 ELSE 0 END) DESC,
    min(place), least(max(n_items), 500) DESC NULLS LAST, count(*) DESC, score.panel
