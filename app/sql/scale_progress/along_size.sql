-- The benchmark that was picked: accuracy over model size at the picked checkpoint and at the first.
WITH chosen AS (
    SELECT
        model, params_b, progress, step, coalesce(step::TEXT, progress::TEXT) AS checkpoint,
        value, stderr, n_items, kind::TEXT AS kind
    FROM cell
    WHERE study = $study AND source = $source AND metric = $metric AND family = $family
      AND progress IS NOT NULL
      AND benchmark = $panel
      AND (len($model) = 0 OR list_contains($model, model))
)
SELECT *, progress = (SELECT min(progress) FROM chosen) AND checkpoint <> $checkpoint AS first
FROM chosen
WHERE checkpoint = $checkpoint OR progress = (SELECT min(progress) FROM chosen)
ORDER BY progress, params_b, model
