SELECT measurement.locator, run, benchmark, metric
FROM measurement
WHERE run NOT IN (SELECT id FROM run)
   OR benchmark NOT IN (SELECT name FROM benchmark)
   OR metric NOT IN (SELECT name FROM metric)
