-- The iterations that a click can mark, the first one first.
SELECT iteration::TEXT AS value, iteration::TEXT AS label
FROM cell
WHERE study = $study AND source = $source AND iteration IS NOT NULL
  AND metric IN ($metric, 'token_length')
GROUP BY iteration
ORDER BY cell.iteration
