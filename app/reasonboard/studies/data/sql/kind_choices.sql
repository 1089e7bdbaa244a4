-- Every kind of number, from the most to the least trusted, in the words of core/provenance.py.
SELECT
    kind::TEXT AS value,
    CASE kind::TEXT
        WHEN 'read_off' THEN 'read from a figure'
        WHEN 'approximate' THEN 'approximate (from text)'
        WHEN 'bound_low' THEN 'range given in text, low end'
        WHEN 'bound_high' THEN 'range given in text, high end'
        WHEN 'extrapolated' THEN 'extrapolated, not measured'
        WHEN 'illustrative' THEN 'made up to illustrate a trend, not measured'
        ELSE kind::TEXT
    END AS label
FROM tally GROUP BY tally.kind ORDER BY tally.kind
