-- What an edit of the loaded runs notes: the runs that it changes, each with the load that it was or is in.
CREATE TEMP TABLE changed_run (key TEXT, loaded_as TEXT);

-- The numbers in the words of their files: in a build those of all runs, in a change of a snapshot those that `edited.sql` takes
-- out of it. No snapshot has this table: `stated_measurement` gives the rows back.
CREATE TEMP TABLE loaded_measurement (
    run TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    benchmark TEXT NOT NULL,
    metric TEXT NOT NULL,          -- with its filter, so that two filters are two metrics
    unit TEXT NOT NULL,
    higher_is_better BOOLEAN,
    aggregate BOOLEAN NOT NULL,
    value DOUBLE,                  -- NULL where `missing` says what stood there instead
    missing TEXT,                  -- 'NaN', 'Infinity', '-Infinity', 'N/A', 'no items', 'stderr N/A'
    {measurement_columns},
    locator TEXT NOT NULL
);

CREATE TEMP TABLE edited_run (key TEXT NOT NULL);

-- The numbers of all runs, as they are after the edit so far. Those of a changed run are above, if it has some left.
CREATE TEMP VIEW current_measurement AS
FROM loaded_measurement
UNION ALL BY NAME
FROM stated_measurement WHERE run NOT IN (SELECT key FROM edited_run UNION ALL SELECT key FROM changed_run);

-- The answers that it adds, until they are written as a part.
CREATE TEMP TABLE sample (
    run TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    benchmark TEXT NOT NULL,
    metric TEXT NOT NULL,
    item TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    score DOUBLE,                  -- NULL where it was not scored
    unit TEXT NOT NULL DEFAULT 'fraction', -- of the score, the same for all answers of a run by a metric
    tokens_in INTEGER,
    tokens_out INTEGER,
    finish TEXT,
    text_file TEXT,                -- the digest of the file that has its texts; NULL where none has
    place BIGINT,                  -- where in that file: a byte, or the number of a member or of a row
    problem BIGINT,                -- the digest of the problem's text or document; NULL where the file has none apart
    answer BIGINT,                 -- which of the different answers to its item it is; NULL where that is not known
    item_fields TEXT               -- what the file says of the problem, as JSON: {"level": "5"}; NULL where that is nothing
);

CREATE TEMP TABLE sample_part_before AS FROM sample_part;
