-- Scores for which a source that is shown gives another value than some source.
SELECT * EXCLUDE (study, id_a, id_b, difference)
FROM listed_disagreement
WHERE EXISTS (
    FROM model_source
    WHERE model_source.source IN (id_a, id_b)
      AND is_shown($source, model_source.source, opens)
)
ORDER BY abs(difference) DESC, place, metric, source_a, locator_a, source_b, locator_b
