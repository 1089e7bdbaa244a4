-- Scores for which a source that is shown gives another value than some source.
SELECT
    place, benchmark, unit, metric,
    title_a AS source_a, value_a, kind_a, locator_a,
    title_b AS source_b, value_b, kind_b, locator_b
FROM disagreement
WHERE EXISTS (
    FROM model_source
    WHERE model_source.source IN (disagreement.source_a, disagreement.source_b)
      AND is_shown($source, model_source.source, opens)
)
ORDER BY abs(difference) DESC, place
