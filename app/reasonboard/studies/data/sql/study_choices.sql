-- The studies that have data.
SELECT study AS value, study AS label FROM source GROUP BY study ORDER BY min(rank), study
