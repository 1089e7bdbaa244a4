-- The runs of the staged rows, one for all rows of the same conditions, numbered as they come.
CREATE TEMP TABLE staged_run AS
SELECT
    row_number() OVER (ORDER BY min(line)) + (SELECT coalesce(max(id), 0) FROM run) AS id,
    model,
    COLUMNS(lambda name: is_of_run(name)),
    list(line) AS lines
FROM staged
GROUP BY ALL;
