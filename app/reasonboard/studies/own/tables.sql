-- The marks of the declared studies of each source, made by `declared.sql`, and the places between them for which a file has no
-- number.
CREATE TABLE role_place (
    of_study TEXT,
    source TEXT,
    metric TEXT,
    unit TEXT,
    scale TEXT,
    x TEXT,
    color TEXT,
    panel TEXT,
    filtered TEXT[],               -- the values in the columns that are filters
    cells BIGINT,                  -- how many numbers the mark is made of
    value DOUBLE,
    stderr DOUBLE,
    n_items INTEGER,
    n_listed BOOLEAN,
    n_repeats INTEGER,
    n_seeds BIGINT,
    reruns BIGINT,                 -- how many runs each mean is of: seeds, and repeats of one build
    seed_sd DOUBLE,
    kind kind,
    ambiguous BOOLEAN,
    run BIGINT,
    benchmark TEXT,
    differing TEXT[],              -- the columns for which it has no value
    missing TEXT                   -- what a file has instead of a number; NULL of a mark
);

-- The marks.
CREATE VIEW role_cell AS SELECT * EXCLUDE (missing) FROM role_place WHERE missing IS NULL;
