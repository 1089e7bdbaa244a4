-- The loaded runs: what each has, where it is shown, and what it lacks for the other studies.
SELECT
    loaded_run.key AS run,
    loaded_run.loaded_as AS load,
    written_in_file(raw_model) AS "written as",
    loaded_name.model,
    name_from AS "name",
    params_b AS "size (B)",
    step,
    iteration,
    tool,
    date,
    status,
    loaded_count.measurements,
    loaded_count.missing AS "not a number",
    loaded_count.samples,
    coalesce(shown_in, '') AS "shown in",
    coalesce(feed_in_words.missing, '') AS "missing for the others",
    array_to_string(inferred, ', ') AS inferred
FROM loaded_run
JOIN loaded_name ON loaded_name.run = loaded_run.key
JOIN loaded_count ON loaded_count.run = loaded_run.key
LEFT JOIN feed_in_words ON feed_in_words.run = loaded_run.key
ORDER BY loaded_run.loaded_as, loaded_name.model, step, iteration, loaded_run.key
