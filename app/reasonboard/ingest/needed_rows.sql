-- How many rows of parts are needed.
SELECT
    (SELECT count(*) FROM loaded_file) + (SELECT count(*) FROM loaded_run) + (SELECT count(*) FROM loaded_measurement)
    + (SELECT count(*) FROM sample_part) + (SELECT count(*) FROM text_file) + (SELECT count(*) FROM remote_part)
    + (SELECT count(*) FROM alias_model) + (SELECT count(*) FROM alias_benchmark) + (SELECT count(*) FROM declared_study)
