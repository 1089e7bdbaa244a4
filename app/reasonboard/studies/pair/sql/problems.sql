-- No rows without listed.
-- The problems of the selected benchmark that pass the filters, the largest difference first, then the longest answers.
-- $benchmark_a, $graded, the metrics and the scores of both: the row of studies/pair/sides.
SELECT
    item, a, b, n_a, n_b, c_a, c_b, tokens_a, tokens_b, finish_a, finish_b, cut_a, cut_b,
    nullif($graded, '') AS graded_in, 'measured' AS kind
FROM problems_of_pair($a, $b, $benchmark_a, $metric_a, $metric_b, $score_a, $score_b, $field)
WHERE is_listed($items, $b, a, b)
  AND CASE $finish WHEN 'a' THEN cut_a > 0 WHEN 'b' THEN cut_b > 0
      WHEN 'neither' THEN coalesce(cut_a, 0) = 0 AND coalesce(cut_b, 0) = 0 ELSE true END
ORDER BY difference DESC, greatest(tokens_a, tokens_b) DESC NULLS LAST, item_place
