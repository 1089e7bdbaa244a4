-- The loaded runs: what each has, where it is shown, and what it lacks for the other studies.
SELECT
    key AS run,
    loaded_as AS load,
    written_in_file(raw_model) AS "written as",
    model,
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
FROM listed_run
ORDER BY loaded_as, model, step, iteration, key
