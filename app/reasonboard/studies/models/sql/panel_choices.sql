-- The columns of the page: those of A and B first, then by block, with the most problems up to 500 first.
SELECT score.panel AS value, score.panel AS label
FROM scores_of($settings) AS score
JOIN model_source USING (source)
WHERE is_shown($source, score.source, opens) AND is_measured($metric, metric, main)
  AND (len($benchmark) = 0 OR list_contains($benchmark, "column"))
GROUP BY score.panel
ORDER BY
    count(DISTINCT CASE WHEN key IN ($a, $b) THEN key END) DESC, min(place), least(max(n_items), 500) DESC NULLS LAST, count(DISTINCT number) DESC, score.panel
