-- The benchmark whose authors ask that its texts are not published, where one of these names has its name in it as whole words.
SELECT name
FROM (SELECT name, unnest([name] || aliases) AS alias FROM benchmark WHERE texts = 'closed')
WHERE len(list_filter(
    $names,
    lambda named: contains(
        ' ' || trim(regexp_replace(lower(named), '[^a-z0-9]+', ' ', 'g')) || ' ',
        ' ' || trim(regexp_replace(lower(alias), '[^a-z0-9]+', ' ', 'g')) || ' '
    )
)) > 0
ORDER BY len(name), name
LIMIT 1
