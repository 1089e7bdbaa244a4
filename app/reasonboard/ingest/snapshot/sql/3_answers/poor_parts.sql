-- The parts of which less than half is needed; where there are many, also those with few answers: they are written anew.
SELECT name, stored_part.sha256
FROM stored_part
JOIN sample_part ON part = name
GROUP BY name, stored_part.sha256, stored_part.rows
HAVING 2 * sum(sample_part.rows) < stored_part.rows
    OR (stored_part.rows < 100000 AND (SELECT count(*) > 100 FROM stored_part))
ORDER BY name
