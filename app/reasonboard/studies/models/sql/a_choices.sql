-- The runs that can be A, of the chosen models.
-- $keys, and what each is called: the row of studies/models/ranks.
SELECT key AS value, label
FROM (
    SELECT
        unnest($keys::TEXT[]) AS key, unnest($labels::TEXT[]) AS label, unnest($models::TEXT[]) AS model, unnest(range(len($keys))) AS place
)
WHERE len($model) = 0 OR list_contains($model, model)
ORDER BY place
LIMIT 500
