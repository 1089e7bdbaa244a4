-- What the staged rows added: runs, measurements, samples and the studies that show them.
SELECT
    (SELECT count(*) FROM loaded_run WHERE key IN (SELECT key FROM staged_loaded_run)),
    (SELECT count(*) FROM loaded_measurement WHERE sha256 IN (SELECT sha256 FROM staged_loaded_file)),
    (SELECT count(*) FROM sample WHERE sha256 IN (SELECT sha256 FROM staged_loaded_file)),
    (SELECT coalesce(list(DISTINCT study ORDER BY study), []) FROM feed
     WHERE shown AND run IN (SELECT key FROM staged_loaded_run))
