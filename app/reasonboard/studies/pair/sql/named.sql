-- The runs that go by this name: as the page calls them, by the key that `reasonboard runs` prints, else by their load or model. Of
-- several of one load or model it is the newest, and a loaded one before a bundled one.
WITH called AS (
    SELECT model_run.key, model_run.own, model_run.newest, CASE
        WHEN model_run.key = $name THEN 0
        WHEN run.key = $name THEN CASE WHEN model_run.number < 0 THEN 1 ELSE 2 END
        WHEN lower(model_run.title) = lower($name) THEN 3
        WHEN lower(model_run.model) = lower($name) THEN 4
        WHEN lower(regexp_replace(model_run.model, '.*/', '')) = lower($name) THEN 5
    END AS way
    FROM model_run
    JOIN run_of_model USING (number)
    JOIN run ON run.id = run_of_model.run
)
SELECT DISTINCT key, own
FROM called
WHERE way IS NOT NULL AND (way < 3 OR newest)
QUALIFY way = min(way) OVER () AND own = bool_or(own) OVER ()
ORDER BY key
