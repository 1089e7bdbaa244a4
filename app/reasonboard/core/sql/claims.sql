-- What the sources of a study claim in words, in their order. `tested_on` is the title of the source whose numbers
-- test it, NULL where that is not loaded; `id` and `id_tested_on` name both.
SELECT
    source.title AS source, section, text, coalesce(tested, '') AS tested, claim.source AS id,
    tested_on AS id_tested_on, its_data.title AS tested_on
FROM claim
JOIN source ON source.id = claim.source
JOIN source_study ON source_study.source = source.id
LEFT JOIN source AS its_data ON its_data.id = claim.tested_on
    AND (its_data.id, $study) IN (SELECT (source, study) FROM source_study)
WHERE study = $study
ORDER BY source.rank, place
