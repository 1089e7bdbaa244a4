-- What is wrong with the marks of a study: `differing` are the columns in which numbers of one mark differ, with how many.
WITH differing AS (
    SELECT unnest(differing) AS name FROM role_cell WHERE of_study = $study
)
SELECT
    (SELECT count(*) FROM role_cell WHERE of_study = $study) AS marks,
    (SELECT count(*) FROM role_cell WHERE of_study = $study AND x = $baseline) AS at_baseline,
    (SELECT count(DISTINCT x) FROM role_cell WHERE of_study = $study) AS places,
    (SELECT list(DISTINCT x ORDER BY x) FROM role_cell WHERE of_study = $study AND try_cast(x AS DOUBLE) IS NULL) AS words,
    (SELECT count(DISTINCT color) FROM role_cell WHERE of_study = $study) AS colors,
    (SELECT count(DISTINCT panel) FROM role_cell WHERE of_study = $study) AS panels,
    (SELECT list({'name': name, 'marks': marks} ORDER BY marks DESC, name)
     FROM (SELECT name, count(*) AS marks FROM differing GROUP BY name)) AS differing
