-- The first thing that is wrong with each number, by the name of the invariant. What the table of fields tells replaces the
-- names in braces.
SELECT wrong.invariant, coalesce(loaded_file.loaded_as || ': ' || path, source_file), locator, wrong.shown
FROM (
    SELECT
        loaded_sha256, source_file, locator,
        CASE
            WHEN NOT isfinite(value) OR NOT isfinite(stderr)
                THEN {'invariant': 'numbers that are not finite', 'shown': value::TEXT}
            WHEN abs(value) > 1e100 OR abs(stderr) > 1e100
                THEN {'invariant': 'numbers larger than 1e100', 'shown': greatest(abs(value), abs(stderr))::TEXT}
            WHEN unit = 'fraction' AND value NOT BETWEEN 0 AND 1
                THEN {'invariant': 'fractions outside 0 to 1', 'shown': value::TEXT}
            WHEN unit = 'tokens' AND value NOT BETWEEN 0 AND 1e15
                THEN {'invariant': 'token counts outside 0 to 1e15', 'shown': value::TEXT}
            WHEN stderr < 0 THEN {'invariant': 'negative standard errors', 'shown': stderr::TEXT}
            WHEN NOT ({ranges}) THEN {'invariant': 'numbers outside their ranges', 'shown': CASE {cases} END}
        END AS wrong
    FROM plain_result
)
LEFT JOIN loaded_file ON loaded_file.sha256 = loaded_sha256
WHERE wrong IS NOT NULL
UNION ALL
SELECT 'numbers outside their ranges', 'catalogue/models.toml', name, params_b::TEXT FROM model WHERE NOT {is_size}
