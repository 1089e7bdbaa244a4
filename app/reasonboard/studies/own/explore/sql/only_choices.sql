-- The columns of which one value can be shown: first those in which the numbers of a mark differ without a role.
WITH differing AS (
    SELECT name, count(*) AS marks
    FROM (
        SELECT unnest(differing) AS name
        FROM explored_marks($source, $metric, $along, $color, $panels, $average, 'none', '')
    )
    GROUP BY name
),
offered AS (
    SELECT column_.name, coalesce(marks, 0) AS marks, CASE WHEN marks > 0 THEN 0 ELSE 2 END AS rank
    FROM role_column($source, $metric) AS column_
    LEFT JOIN differing ON differing.name = column_.name
    WHERE varies AND column_.name NOT IN ('seed', $along, $color, $panels)
      AND NOT list_contains($average, column_.name)
    UNION ALL
    SELECT 'none', 0, 1
)
SELECT name AS value FROM offered ORDER BY rank, marks DESC, name
