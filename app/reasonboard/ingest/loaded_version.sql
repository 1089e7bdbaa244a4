-- A text that differs where what is loaded, or what is said of it, differs.
SELECT concat_ws(
    ' ',
    (SELECT concat_ws(' ', count(*), bit_xor(hash(run, part)), sum((hash(part) >> 1)::BIGINT)) FROM loaded_part),
    (SELECT string_agg(said, ';' ORDER BY said)
     FROM (SELECT alias_model::TEXT AS said FROM alias_model UNION ALL SELECT alias_benchmark::TEXT FROM alias_benchmark))
)
