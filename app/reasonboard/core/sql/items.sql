-- The items that two runs answered with different scores, those first whose mean score differs most.
SELECT item, a, b
FROM paired_items([$run_a::INTEGER], [$run_b::INTEGER], [$benchmark], [$metric], [$metric])
WHERE a <> b
ORDER BY abs(a - b) DESC, item_place
