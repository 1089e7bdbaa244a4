-- The values of filter 3, the one with the most marks first.
SELECT filtered[3] AS value, filtered[3] AS label
FROM role_cell
WHERE of_study = $study AND metric = $metric AND len(filtered) >= 3
GROUP BY filtered[3]
ORDER BY count(*) DESC, lower(filtered[3]), filtered[3]
