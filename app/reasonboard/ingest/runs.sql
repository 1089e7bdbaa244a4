-- One run of $source and $study for each condition of the staged rows.
INSERT INTO run
SELECT
    id,
    $source,
    $study,
    condition[1],
    condition[2],
    condition[3]::BIGINT,
    condition[4]::DOUBLE,
    condition[5]::INTEGER,
    condition[6]::BIGINT,
    condition[7],
    condition[8]::DOUBLE,
    condition[9],
    condition[10]::INTEGER,
    condition[11]::DOUBLE,
    condition[12]::BIGINT,
    map($names, $words),
    $source || '-' || row_number() OVER (ORDER BY id),
    NULL
FROM staged_run;
