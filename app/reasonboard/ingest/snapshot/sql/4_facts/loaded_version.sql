-- A text that changes with the loaded runs, their numbers, the aliases and the declared studies.
SELECT concat_ws(
    ' ',
    (SELECT concat_ws(' ', count(*), bit_xor(digest), sum((digest >> 1)::BIGINT)) FROM loaded_summary),
    (SELECT concat_ws(' ', count(*), bit_xor(hash(of_table, name, content))) FROM loaded_entry WHERE key IN ('aliases', 'studies'))
)
