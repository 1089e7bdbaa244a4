-- The items that two runs answered with different scores, those first whose mean score differs most.
SELECT a.item, a.score AS a, b.score AS b
FROM item_answers([$run_a::INTEGER], [$benchmark], [$metric]) AS a
JOIN item_answers([$run_b::INTEGER], [$benchmark], [$metric]) AS b USING (item_hash)
WHERE a.score <> b.score
ORDER BY abs(a.score - b.score) DESC, item
