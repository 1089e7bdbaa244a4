-- The studies that have data.
SELECT study AS value, CASE study WHEN 'other' THEN 'models only' ELSE study END AS label
FROM source_study
JOIN source ON source.id = source_study.source
GROUP BY study
ORDER BY min(rank), study
