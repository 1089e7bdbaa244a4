-- The values of the column of which one is shown, the one with the most numbers first.
SELECT name AS value, name AS label
FROM (
    SELECT color AS name, count(*) AS cells
    FROM explored_cell($source, $metric, $along, $only, 'none', [], 'none', '')
    WHERE $only <> 'none' AND color <> ''
    GROUP BY color
)
ORDER BY cells DESC, try_cast(name AS DOUBLE), lower(name), name
