SELECT coalesce(path, 'a bundled source'), locator, concat_ws(', ', run, benchmark, metric)
FROM measurement
LEFT JOIN loaded_file USING (sha256)
WHERE run NOT IN (SELECT id FROM run)
   OR benchmark NOT IN (SELECT name FROM benchmark)
   OR metric NOT IN (SELECT name FROM metric)
