-- The values of filter 1, the one with the most marks first.
SELECT filtered[1] AS value, filtered[1] AS label
FROM role_cell
WHERE of_study = $study AND metric = $metric AND len(filtered) >= 1
GROUP BY filtered[1]
ORDER BY count(*) DESC, lower(filtered[1]), filtered[1]
