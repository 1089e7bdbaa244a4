-- The answers with numbers in the place of their digests: they are compared within an item alone, and by a digest one could
-- look up what was answered.
SELECT * REPLACE (
    CASE WHEN answer IS NOT NULL THEN dense_rank() OVER (PARTITION BY run, benchmark, metric, item ORDER BY answer) END
    AS answer
)
FROM sample
