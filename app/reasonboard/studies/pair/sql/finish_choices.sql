-- Whose answers were cut off, where any answer says why it ended.
SELECT value, label
FROM (
    VALUES
        (1, 'any', 'Any', true, true), (2, 'a', 'A truncated', true, false), (3, 'b', 'B truncated', true, false),
        (4, 'neither', 'Neither truncated', true, false), (2, 'a', 'Truncated', false, false),
        (4, 'neither', 'Not truncated', false, false), (1, 'any', 'Any', false, true)
) AS choice (place, value, label, of_pair, always)
WHERE of_pair = ($b <> '')
  AND (always OR EXISTS (
      SELECT 1
      FROM item_score
      JOIN answered USING (score_hash)
      WHERE cut IS NOT NULL AND (answered.run IN (SELECT unnest(runs_of($a))) OR answered.run IN (SELECT unnest(runs_of($b))))
  ))
ORDER BY place
