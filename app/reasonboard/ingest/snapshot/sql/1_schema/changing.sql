-- What an edit of the loaded runs notes: the runs that it changes, each with the load that it stood or stands in, and the
-- aliases and declared studies before it.
CREATE TEMP TABLE changed_run (key TEXT, loaded_as TEXT);

CREATE TEMP TABLE alias_before AS
SELECT raw, alias_model::TEXT AS alias FROM alias_model UNION ALL SELECT raw, alias_benchmark::TEXT FROM alias_benchmark
    UNION ALL SELECT raw, alias_setting::TEXT FROM alias_setting;

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

CREATE TEMP TABLE declared_before AS FROM declared_study;
