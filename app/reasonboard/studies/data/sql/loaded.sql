-- The loaded runs: what each has, where it is shown, and what it lacks for the other studies.
SELECT
    loaded_run.key AS run,
    loaded_run.loaded_as AS load,
    written_in_file(raw_model) AS "written as",
    summary.model,
    name_from AS "name",
    params_b AS "size (B)",
    step,
    iteration,
    tool,
    date,
    status,
    measurements,
    missing AS "not a number",
    samples,
    shown_in AS "shown in",
    lacks AS "missing for the others",
    array_to_string(inferred, ', ') AS inferred
FROM loaded_run
JOIN loaded_summary AS summary ON summary.run = loaded_run.key
ORDER BY loaded_run.loaded_as, summary.model, step, iteration, loaded_run.key
