SELECT file, locator, CASE WHEN progress NOT BETWEEN 0 AND 1 THEN progress ELSE kv_ratio END
FROM result
WHERE progress NOT BETWEEN 0 AND 1 OR kv_ratio NOT BETWEEN 0 AND 1
