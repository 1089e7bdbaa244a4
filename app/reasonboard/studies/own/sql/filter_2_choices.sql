-- The values of filter 2, the one with the most marks first.
SELECT filtered[2] AS value, filtered[2] AS label
FROM role_cell
WHERE of_study = $study AND metric = $metric AND len(filtered) >= 2
GROUP BY filtered[2]
ORDER BY count(*) DESC, lower(filtered[2]), filtered[2]
