-- A journal of which less than half is needed is begun anew.
DELETE FROM journal
WHERE (SELECT sum(rows) FROM journal WHERE NOT starts_with(name, 'changed_key-')) > 2 * (
    (SELECT count(*) FROM loaded_file) + (SELECT count(*) FROM loaded_run) + (SELECT count(*) FROM loaded_measurement)
    + (SELECT count(*) FROM sample_part) + (SELECT count(*) FROM stored_part) + (SELECT count(*) FROM text_file)
    + (SELECT count(*) FROM remote_part) + (SELECT count(*) FROM alias_model) + (SELECT count(*) FROM alias_benchmark)
)
