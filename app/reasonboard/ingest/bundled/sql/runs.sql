-- One run of $source and $study for all staged rows of the same conditions.
INSERT INTO run BY NAME
SELECT
    * EXCLUDE (lines),
    $source AS source,
    $study AS study,
    map($names, $words) AS settings,
    $source || '-' || row_number() OVER (ORDER BY id) AS key,
    build AS build_key,
    configuration_digest(model, NULL, conditions_of(staged_run), progress, map_entries(map($names, $words))) AS configuration
FROM staged_run;
