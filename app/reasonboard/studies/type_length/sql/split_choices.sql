-- The test sets of a source, the plain one first.
SELECT split AS value, replace(replace(split, 'ood_', 'unseen '), '_', ' ') AS label
FROM type_panel
WHERE study = $study AND source = $source AND split IS NOT NULL
GROUP BY split
ORDER BY split LIKE 'ood%', split
