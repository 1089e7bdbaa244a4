-- The sources in the order of the tables: what was loaded, the newest first, then the bundled ones by study.
CREATE VIEW source_place AS
SELECT
    id AS source,
    row_number() OVER (
        ORDER BY listed_source.rank > 1000 DESC, CASE WHEN listed_source.rank > 1000 THEN loaded_at END DESC, first_study, id
    ) AS place
FROM listed_source
JOIN (SELECT id, loaded_at FROM source) USING (id)
LEFT JOIN (SELECT source, min(study) AS first_study FROM source_study GROUP BY source) AS shown ON shown.source = id;
