-- A text that changes with the loaded runs, their numbers, the aliases and the declared studies.
SELECT concat_ws(
    ' ',
    (SELECT concat_ws(' ', count(*), bit_xor(digest), sum((digest >> 1)::BIGINT)) FROM loaded_summary),
    (SELECT string_agg(alias, ';' ORDER BY alias)
     FROM (SELECT alias_model::TEXT AS alias FROM alias_model UNION ALL SELECT alias_benchmark::TEXT FROM alias_benchmark
           UNION ALL SELECT alias_setting::TEXT FROM alias_setting)),
    (SELECT string_agg(declared_study::TEXT, ';' ORDER BY path) FROM declared_study)
)
