SELECT source, 'type-length' AS study, false AS by_step, sum(cells) AS scores
FROM (SELECT source, benchmark, any_value(tested) AS cells FROM placed_panel GROUP BY source, benchmark)
GROUP BY source
