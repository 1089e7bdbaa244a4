-- What a selector can be compared with: who chose without a model, the one first that most values stand
-- beside with as many samples in the same figure or table.
WITH valued AS (
    SELECT *, split_part(place, ',', 1) AS sheet
    FROM selection
    WHERE study = $study AND source = $source AND metric = $metric
      AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
)
SELECT other.selector AS value, other.selector AS label
FROM valued AS other
JOIN valued AS one
    ON other.benchmark = one.benchmark AND other.model IS NOT DISTINCT FROM one.model
    AND other.sheet = one.sheet AND other.train_samples IS NOT DISTINCT FROM one.train_samples
    AND other.selector <> one.selector
WHERE other.params_b IS NULL
GROUP BY other.selector
ORDER BY count(*) FILTER (one.kind <> 'extrapolated') DESC, lower(other.selector)
