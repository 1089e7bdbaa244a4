-- The parts with loaded answers of the runs and metrics that have staged ones.
SELECT DISTINCT name, stored_part.sha256
FROM sample_part JOIN stored_part ON name = part
WHERE (run, benchmark, metric) IN (SELECT (run, benchmark, metric) FROM staged_sample)
