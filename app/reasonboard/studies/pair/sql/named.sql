-- The runs that go by this name: as the page calls them, by the key that `reasonboard runs` prints, else by their load or model, alone or
-- with their names on the page of models. Of several of one load or model it is the newest, and a loaded one before a bundled one.
WITH called AS (
    SELECT model_run.key, model_run.own, model_run.newest, model_run.model, model_run.line, CASE
        WHEN model_run.key = $name THEN 0
        WHEN run.key = $name THEN CASE WHEN model_run.number < 0 THEN 1 ELSE 2 END
        WHEN lower(model_run.title) = lower($name) THEN 3
        WHEN lower(model_run.model) = lower($name) THEN 4
        WHEN lower(concat_ws(' · ', model_run.model, model_run.variant)) = lower($name) THEN 5
        WHEN lower(concat_ws(' · ', model_run.model, model_run.line)) = lower($name) THEN 6
        WHEN lower(regexp_replace(model_run.model, '.*/', '')) = lower($name) THEN 7
    END AS way
    FROM model_run
    JOIN run_of_model USING (number)
    JOIN run ON run.id = run_of_model.run
)
SELECT DISTINCT key, own, concat_ws(' · ', model, nullif(line, '')) AS label, model
FROM called
WHERE way IS NOT NULL AND (way IN (0, 1, 2, 5) OR newest)
QUALIFY way = min(way) OVER () AND own = bool_or(own) OVER ()
ORDER BY key
