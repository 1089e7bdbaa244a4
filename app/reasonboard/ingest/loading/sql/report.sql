-- What the staged rows added: new runs, all runs that they are of, measurements, samples, earlier numbers of which
-- more is known now, and the scores made of the samples.
SELECT
    (SELECT count(*) FROM loaded_run) - before.runs,
    (SELECT count(*) FROM loaded_run WHERE key IN (SELECT key FROM staged_loaded_run)),
    (SELECT count(*) FROM loaded_measurement) - before.measurements,
    ((SELECT coalesce(sum(rows), 0) FROM sample_part SEMI JOIN loaded_run ON key = run) - before.samples)::BIGINT,
    before.completed,
    (SELECT count(*) FROM sample_score
     ANTI JOIN loaded_measurement USING (run, benchmark, metric)
     WHERE sha256 IN (SELECT sha256 FROM staged_loaded_file))
FROM before
