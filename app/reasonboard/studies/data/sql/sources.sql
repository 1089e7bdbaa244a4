-- Every source, with those that pass the filters marked.
SELECT
    listed_source.* EXCLUDE (rank),
    (len($of) = 0 OR list_has_any($of, studies)) AND is_chosen($source, id) AS chosen
FROM listed_source
JOIN (SELECT source, list(study ORDER BY study) AS studies FROM source_study GROUP BY source) AS shown
    ON shown.source = id
ORDER BY studies[1], rank
