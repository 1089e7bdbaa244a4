-- The star schema of a snapshot. `result` at the end is the public contract:
-- one flat row per measurement, for anyone with SQL.

CREATE TYPE kind AS ENUM (
    'measured',      -- read from a tool's own file
    'stated',        -- printed in a source
    'read_off',      -- taken from a drawing
    'approximate',   -- 'about', '~'
    'bound_low',     -- the lower end of a stated range: no curve
    'bound_high',    -- the upper end of a stated range: no curve
    'extrapolated',  -- beyond what was measured
    'illustrative'   -- made up to show a trend that the source only describes
);

-- Which snapshot this is, in one row: a file in another's place is noticed when it is opened.
CREATE TABLE made_as (
    version TEXT NOT NULL,
    bytes BIGINT NOT NULL,         -- size of the file when all of it was made anew
    numbers BIGINT NOT NULL,       -- measurements and items of answers in it at that time
    used_ids BIGINT NOT NULL       -- higher numbers are free for what is loaded next
);

-- The publish in which the rows of a source were last made: pages keep their answers about it as long as it is the same.
CREATE TABLE source_made (source TEXT PRIMARY KEY, made TEXT NOT NULL);

-- The tables, views and macros in which the rows of a source can follow from rows of other sources.
CREATE TABLE made_together (name TEXT NOT NULL);

CREATE TABLE source (
    id TEXT PRIMARY KEY,
    rank INTEGER NOT NULL,         -- order in the Source control; the lowest is the default
    title TEXT NOT NULL,
    citation TEXT NOT NULL,
    url TEXT,
    licence TEXT NOT NULL,
    kind kind NOT NULL,            -- the kind of most of its numbers
    note TEXT,                     -- what a reader has to know before trusting a number
    statements TEXT[] NOT NULL,    -- what the source says in words, without numbers
    axes MAP(TEXT, TEXT) NOT NULL, -- column -> what it means in this source
    file TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    loaded_at TIMESTAMP NOT NULL,
    -- how it is cited where that is known in parts; `fields` are texts by their BibTeX names
    bibtex STRUCT("type" TEXT, "key" TEXT, authors TEXT[], fields MAP(TEXT, TEXT))
);

-- The sources that were loaded. Each run of theirs is an evaluation of its own: two of them never contradict each other.
CREATE VIEW own_source AS SELECT id AS source, rank > 1000 AS own FROM source;

-- Is a value among those chosen of a column? With none chosen all are.
CREATE MACRO is_chosen(chosen, value) AS len(chosen) = 0 OR list_contains(chosen, value);

-- The heading over a choice of own and bundled sources: '' where all are of one kind.
CREATE MACRO choice_group(own, mixed) AS CASE WHEN NOT mixed THEN '' WHEN own THEN 'Your runs' ELSE 'Bundled' END;

-- What the pages show of it, under the numbers that are of it.
CREATE VIEW listed_source AS
SELECT id AS value, title AS label, id, title, citation, url, licence, kind, note, statements, file, sha256, bibtex, rank FROM source;

-- What somebody says of the numbers in words, in our own: the pages say what the data make of it.
CREATE TABLE claim (
    source TEXT NOT NULL,
    place INTEGER NOT NULL,        -- its order in the source
    section TEXT NOT NULL,         -- where in the source it stands
    text TEXT NOT NULL,
    tested TEXT,                   -- its check as JSON; NULL where none is possible
    tested_on TEXT NOT NULL        -- the source with the numbers that it speaks of: its own, or the data of its figure
);

CREATE TABLE model (
    name TEXT PRIMARY KEY,
    aliases TEXT[] NOT NULL,
    family TEXT,
    params_b DOUBLE,               -- parameters in billions
    inferred BOOLEAN NOT NULL      -- is the size taken from the name only?
);

CREATE TABLE benchmark (
    name TEXT PRIMARY KEY,
    aliases TEXT[] NOT NULL,
    groups TEXT[] NOT NULL DEFAULT [], -- groups of tasks that tools call so, where a single task of that name is another one
    exact BOOLEAN NOT NULL DEFAULT false, -- a common word: another spelling of it is another benchmark
    domain TEXT,
    items INTEGER,
    chance_level DOUBLE,           -- fraction; NULL where guessing has no fixed rate
    aggregate BOOLEAN NOT NULL,    -- a mean over others: never averaged again
    texts TEXT NOT NULL,           -- 'closed' where its authors ask that problems and answers are not shown, else 'open'
    fields TEXT[] NOT NULL DEFAULT [] -- of a closed one: what may be kept of its problems
);

CREATE TABLE metric (
    name TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    unit TEXT NOT NULL,            -- 'fraction' is shown in percent
    higher_is_better BOOLEAN,      -- NULL where neither is, or it is not known: nothing is ranked by it
    proportion BOOLEAN NOT NULL    -- a share of answers that are right or wrong: its count of answers is its uncertainty
);

-- A number in its shortest form, so that 0.60 and 0.6 are one place; other texts as they are.
CREATE MACRO short_number(text) AS
CASE
    WHEN regexp_full_match(text, '-?(0|[1-9][0-9]*)([.][0-9]+)?(e[+-]?[0-9]+)?')
    THEN regexp_replace(try_cast(text AS DOUBLE)::TEXT, '[.]0$', '')
    ELSE text
END;

-- What store/fields.py tells of a run and a number replaces the names in braces here: columns, and what is done with each.
CREATE MACRO is_of_run(name) AS name IN ({run_names});

-- Under which conditions a model was evaluated: these columns of a run, and its settings.
CREATE MACRO condition_names() AS [{condition_names}];
CREATE MACRO is_condition(name) AS name IN ({condition_names});

-- Those that a run states, as texts by their names. How far a training is follows from its step.
CREATE MACRO conditions_of(run) AS map_from_entries(list_filter(
    map_entries(map {{condition_texts}}),
    lambda one: one."value" IS NOT NULL AND (one."key" <> 'progress' OR run.step IS NULL)
));

-- A date that a file states (ISO 8601) as a time in UTC; one without a zone as it is, NULL for anything else.
CREATE MACRO utc(date) AS
CASE
    WHEN regexp_matches(date, '[T ].*(Z|[+-]\d\d(:?\d\d)?)$') THEN make_timestamp(epoch_us(try_cast(date AS TIMESTAMPTZ)))
    ELSE try_cast(date AS TIMESTAMP)
END;

-- One of them as a place in a chart, the words of a value among others, and its name within a sentence.
CREATE MACRO place_of(value) AS CASE WHEN typeof(value) = 'DOUBLE' THEN short_number(value::TEXT) ELSE value::TEXT END;
CREATE MACRO day_or_time(date) AS regexp_replace(strftime(utc(date), '%Y-%m-%d %H:%M:%S'), ' 00:00:00$', '');
CREATE MACRO condition_of(run, name) AS CASE name WHEN 'date' THEN day_or_time(run.date) {condition_places} END;
CREATE MACRO condition_words(name, value) AS CASE name {condition_words} END;
CREATE MACRO condition_noun(name) AS CASE name {condition_nouns} END;

-- All conditions of a run as words, in the order of their names; and as one phrase the conditions that a training does not change.
CREATE MACRO condition_phrases(one) AS [{condition_phrases}];
CREATE MACRO line_conditions(one) AS nullif(concat_ws(', ', {line_phrases}), '');

-- Its names are made of the rows of `source` and `model`, as those of a measurement below.
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    study TEXT NOT NULL,           -- the study that shows its numbers
    model TEXT,
    {run_columns},
    lost BIGINT,                   -- how many numbers from this step on were logged before the training was restarted here
    settings MAP(TEXT, TEXT),
    key TEXT NOT NULL,             -- the same in every snapshot; of a loaded run that of `loaded_run` and of its answers
    build_key TEXT,                -- equal for the runs of one build; NULL where it is not known well enough to say so
    configuration TEXT NOT NULL DEFAULT '', -- a digest of its model, conditions and settings: the runs of one differ in their event alone
    of_model TEXT                  -- `model` without the settings that tell its runs apart; NULL where it has none
);

-- Where a file states settings of single tasks: the configuration of a run for each of its benchmarks, without what is of other
-- tasks. Of all other runs it is that of the run.
CREATE TABLE task_configuration (
    run INTEGER NOT NULL,
    benchmark TEXT NOT NULL,
    configuration TEXT NOT NULL
);

-- What the file of a loaded number says of it besides, and whatever it says otherwise than the columns of the number.
CREATE TYPE as_stated AS STRUCT(
    unit TEXT,
    higher_is_better BOOLEAN,
    aggregate BOOLEAN,
    missing TEXT,
    otherwise TEXT                 -- a row of these as JSON, NULL for nearly all: a struct has six columns of NULL to be sorted and written
);

-- Its names are made of these tables' rows; `check` proves it, since references would take most of the
-- time of a large load.
CREATE TABLE measurement (
    run INTEGER NOT NULL,
    benchmark TEXT NOT NULL,
    benchmark_written TEXT,        -- what the source calls it; NULL where that is its name
    metric TEXT NOT NULL,
    value DOUBLE NOT NULL,         -- a fraction, or a count in the metric's unit
    {measurement_columns},
    kind kind NOT NULL,
    locator TEXT NOT NULL,         -- the place of the number in the source
    sha256 TEXT,                   -- of the loaded file; NULL for that of a bundled source
    as_stated as_stated            -- NULL in bundled sources, and for a mean of answers that no file states
);

-- The numbers of runs of which a file has NaN, Infinity or N/A: no value is made of them, and a line has a gap there.
CREATE TABLE missing_number (
    run INTEGER NOT NULL,
    benchmark TEXT NOT NULL,
    benchmark_written TEXT,
    metric TEXT NOT NULL,
    {measurement_columns},
    missing TEXT NOT NULL,         -- as in `loaded_measurement`
    locator TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    as_stated as_stated NOT NULL
);

-- What was loaded of numbers, as files state it: the rows that a part has in its `loaded_measurement`.
CREATE VIEW stated_measurement AS
SELECT
    number.* EXCLUDE (benchmark_written, as_stated, metric, task_type, split, stderr, n_items, n_repeats)
        REPLACE (key AS run, coalesce(benchmark_written, benchmark) AS benchmark),
    as_stated.unit, as_stated.higher_is_better, as_stated.aggregate, as_stated.missing,
    unnest(coalesce(
        as_stated.otherwise::JSON::STRUCT(metric TEXT, task_type TEXT, split TEXT, stderr DOUBLE, n_items INTEGER, n_repeats INTEGER),
        struct_pack(metric, task_type, split, stderr, n_items, n_repeats)
    ))
FROM (
    SELECT * EXCLUDE (kind) FROM measurement WHERE as_stated IS NOT NULL
    UNION ALL BY NAME
    SELECT * EXCLUDE (missing) FROM missing_number
) AS number
JOIN (SELECT id, key FROM run) AS its ON its.id = number.run;

-- What was loaded, in the words of its files: `loaded.sql` makes sources, runs and measurements of it. These tables, and the view on
-- numbers above, say what the parts say: a load compares its rows with them, takes from them the rows of the loads that it touches
-- instead of reading parts, and if a file of a part is damaged, its rows are still here.
CREATE TABLE loaded_file (
    sha256 TEXT PRIMARY KEY,
    content TEXT NOT NULL,         -- a digest of all that was read of it and of the files that belong to it
    path TEXT NOT NULL,            -- its place in what was given to the load: no path of the machine
    origin TEXT NOT NULL,          -- a digest of where it was read: later versions of it have the same
    bytes BIGINT NOT NULL,
    changed TIMESTAMP NOT NULL,    -- when it was changed last, in UTC
    loaded_as TEXT NOT NULL,       -- the name of the load
    loaded_at TIMESTAMP NOT NULL,
    reading TEXT                   -- of tables not recognized: how they were read (formats/kept_reading.py)
);

CREATE TABLE loaded_run (
    key TEXT PRIMARY KEY,          -- a digest of all conditions
    loaded_as TEXT NOT NULL,
    tool TEXT NOT NULL,
    tool_version TEXT,
    status TEXT,                   -- NULL for a finished run
    raw_model TEXT NOT NULL,
    model TEXT NOT NULL,
    path TEXT,                     -- of a model that is a path, whose folders are left out of `model`: the whole, without its step
    with_step TEXT,                -- `model` with the step that its name states; NULL if it states none
    of_run BOOLEAN NOT NULL,       -- is the name one of a run, whose slashes have no maker of a model before them?
    {model_columns},
    {run_columns},
    lost BIGINT,                   -- numbers that are left out: logged for this step and later ones before a restart here
    settings MAP(TEXT, TEXT),
    inferred TEXT[] NOT NULL       -- the columns that were taken from names
);

-- Where the answers of a run by a metric are: all of them in one file, a part of the store, that never changes.
CREATE TABLE sample_part (
    run TEXT NOT NULL,
    benchmark TEXT NOT NULL,
    metric TEXT NOT NULL,
    sha256 TEXT NOT NULL,          -- of the loaded file
    text_file TEXT,                -- the digest of the file that has their texts; NULL where none has
    part TEXT NOT NULL,
    rows BIGINT NOT NULL
);

-- The files that are named there: `parts/NAME.parquet` in the folder of the store.
CREATE TABLE stored_part (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, bytes BIGINT NOT NULL, rows BIGINT NOT NULL);

-- The files that have the texts of answers: these are not stored, but read there when somebody wants to see them.
CREATE TABLE text_file (
    sha256 TEXT PRIMARY KEY,
    path TEXT NOT NULL,            -- absolute, or in the folder of the bundled sources: never shown
    name TEXT NOT NULL,            -- its place in what was given to the load
    bytes BIGINT NOT NULL,
    reader TEXT NOT NULL           -- of `TEXTS` in ingest/readers/registry.py
);

-- The answers that come with a bundled source: its runs, called by the key that their answers have.
CREATE TABLE bundled_answered (run INTEGER NOT NULL, benchmark TEXT NOT NULL, metric TEXT NOT NULL, key TEXT NOT NULL);

-- The parts of other machines that `publish` looked at: each is looked at once.
CREATE TABLE remote_part (
    name TEXT PRIMARY KEY,         -- a digest of its content
    refused TEXT                   -- why it was; NULL where it was taken in
);

-- What a person states about the names in files (`load --aliases`): NULL where nothing is stated.
CREATE TABLE alias_model (
    raw TEXT PRIMARY KEY,
    name TEXT,
    family TEXT,
    params_b DOUBLE,
    steps BIGINT,                  -- of the whole training: the step at which progress is 1
    step BIGINT,
    iteration INTEGER,
    usd_per_mtok DOUBLE,           -- the price of a million output tokens, in US dollars ...
    priced DATE                    -- ... on this day
);

CREATE TABLE alias_benchmark (raw TEXT PRIMARY KEY, name TEXT NOT NULL);

-- What a setting is: 'setting' of the configuration, 'build' or 'repeat'.
CREATE TABLE alias_setting (raw TEXT PRIMARY KEY, role TEXT NOT NULL);
-- Along these columns each run has its own place, whether it is the newest or not.
CREATE MACRO is_of_event(name) AS name IN ({event_roles});
CREATE MACRO is_repeat_setting(name) AS split_part(name, '.', -1) IN ({repeat_settings});
CREATE MACRO is_library_seed(name) AS split_part(name, '.', -1) IN ({library_seeds});

-- Has a name all letters and digits of `word` one after the other, as whole words, whatever is between them?
CREATE MACRO has_word(name, word) AS regexp_matches(
    lower(name),
    '(^|[^a-z0-9])'
    || array_to_string(string_split(regexp_replace(lower(word), '[^a-z0-9]+', '', 'g'), ''), '[^a-z0-9]*')
    || '([^a-z0-9]|$)'
);

-- Those of these names, or of what aliases make of them, that are names of benchmarks whose texts are closed, each with the
-- shortest name of one and the fields of problems that are kept.
CREATE MACRO closed_among(names) AS TABLE
WITH written AS (SELECT DISTINCT unnest(names) AS raw),
called AS (
    SELECT raw, raw AS name FROM written
    UNION
    SELECT written.raw, alias_benchmark.name
    FROM written
    JOIN alias_benchmark ON has_word(written.raw, alias_benchmark.raw)
),
closed AS (SELECT name, fields, unnest([name] || aliases) AS word FROM benchmark WHERE texts = 'closed')
SELECT
    raw, arg_min(closed.name, (length(closed.name), closed.name)) AS name,
    list_sort(list_distinct(flatten(list(closed.fields)))) AS fields
FROM called
JOIN closed ON has_word(called.name, word)
GROUP BY raw;

-- What may be kept of a problem of such a benchmark: `listed` are the names of fields.
CREATE MACRO is_listed_field(name, listed) AS
    list_contains(listed, regexp_replace(lower(name), '[ -]', '_', 'g'));
CREATE MACRO kept_fields(item_fields, listed) AS nullif(
    to_json(map_from_entries(list_filter(
        map_entries(item_fields::JSON::MAP(TEXT, TEXT)), lambda field: is_listed_field(field.key, listed)
    )))::TEXT,
    '{}'
);
CREATE MACRO closed_item(item) AS
    CASE WHEN length(item) > 64 OR len(string_split(item, ' ')) > 4 THEN 'text ' || left(sha256(item), 16) ELSE item END;

-- The studies that users declared, each a TOML (docs/guides/studies.md), and what its roles ask of the rows.
CREATE TABLE declared_study (
    path TEXT PRIMARY KEY,
    text TEXT NOT NULL,            -- the file, as it was written
    rows_of TEXT NOT NULL,         -- 'measurements' or 'answers'
    metrics TEXT[] NOT NULL,       -- empty: all
    wanted MAP(TEXT, TEXT[]) NOT NULL, -- column -> the values of which a row has one
    x TEXT NOT NULL,               -- the columns that play the roles, '' for a role that none plays
    color TEXT NOT NULL,
    panel TEXT NOT NULL,
    cost TEXT NOT NULL,            -- the metric that the frontier has on its x axis
    filters TEXT[] NOT NULL,
    averaged TEXT[] NOT NULL,
    in_folder BOOLEAN NOT NULL,    -- is it of the folder that the server reads when it starts?
    x_order TEXT[] NOT NULL DEFAULT [] -- the values of x that stand in an order of the study's own
);

-- What each source says of the names that it shares with others. The rows of `model`, `benchmark`, `metric` and `identity`
-- follow from it, so that a load can be taken in without reading the others.
CREATE TABLE written_name (
    loaded_as TEXT NOT NULL,
    raw_model TEXT NOT NULL,
    model TEXT NOT NULL,
    path TEXT,                     -- this and the next two as in `loaded_run`
    with_step TEXT,
    of_run BOOLEAN NOT NULL,
    has_steps BOOLEAN NOT NULL,    -- has it numbers at several steps, so that a step in its name is not theirs?
    named BOOLEAN NOT NULL         -- is its name taken from somewhere else than the file?
);

-- The names of models that the catalogue has not.
CREATE TABLE loaded_model_name (
    loaded_as TEXT NOT NULL,
    name TEXT NOT NULL,
    written TEXT NOT NULL,
    family TEXT,
    params_b DOUBLE,
    inferred BOOLEAN NOT NULL
);

CREATE TABLE written_benchmark (
    loaded_as TEXT NOT NULL,
    raw TEXT NOT NULL,
    aggregate BOOLEAN NOT NULL,
    apart BOOLEAN NOT NULL         -- has a run of the load a number for the same benchmark by other words?
);

-- The benchmarks of each load: `name` is what they are called, `raw` what their files write.
CREATE TABLE loaded_benchmark_name (
    loaded_as TEXT NOT NULL,
    name TEXT NOT NULL,
    raw TEXT NOT NULL,
    metric TEXT,                   -- the metric and the attempts at a problem that the words state
    n_repeats INTEGER,
    aggregate BOOLEAN NOT NULL,
    listed BOOLEAN NOT NULL,       -- has the catalogue the name?
    name_from TEXT NOT NULL        -- how the name came about
);

-- The metrics that the catalogue has not.
CREATE TABLE loaded_metric_name (loaded_as TEXT NOT NULL, name TEXT NOT NULL, unit TEXT NOT NULL, higher_is_better BOOLEAN);

-- What has a color of its own: models, selectors, task types and methods, in this order of `position`.
CREATE TABLE source_color (
    source TEXT NOT NULL,
    loaded_at TIMESTAMP,           -- NULL for a bundled source
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    size DOUBLE
);

-- What follows from the rows of a loaded run: what its model is called and how that came about, what each study lacks of it ('' if
-- it shows the run), and how much of it was loaded. `digest` differs where that differs.
CREATE TABLE loaded_summary (
    run TEXT NOT NULL, model TEXT, name_from TEXT, lacking MAP(TEXT, TEXT), measurements BIGINT, missing BIGINT, samples BIGINT,
    digest UBIGINT
);

-- The runs that were loaded, as pages list them: what files state of them in their words, and what follows from it.
CREATE VIEW listed_run AS
SELECT
    loaded_run.* EXCLUDE (model, path, with_step, of_run), loaded_summary.* EXCLUDE (run),
    array_to_string(list_filter(map_keys(lacking), lambda study: lacking[study] = ''), ', ') AS shown_in,
    array_to_string(list_transform(
        list_filter(map_entries(lacking), lambda one: one."value" <> ''), lambda one: one."key" || ': ' || one."value"
    ), '; ') AS lacks
FROM loaded_run
JOIN loaded_summary ON run = key;

-- Each with each study: is it shown there, and if not, what it lacks.
CREATE VIEW feed AS
SELECT loaded_as, run, one."key" AS study, one."value" = '' AS shown, one."value" AS missing
FROM (SELECT loaded_as, run, unnest(map_entries(lacking)) AS one FROM loaded_run JOIN loaded_summary ON run = key);

-- The studies that show some numbers of a source.
CREATE VIEW source_study AS SELECT DISTINCT source, study FROM run;

-- What a file calls a model, as pages show it: of a path of its machine the last name. A run whose file names none is
-- called by its folders, which begin with './': then no file says anything.
CREATE MACRO written_in_file(raw_model) AS CASE
    WHEN starts_with(raw_model, './') THEN NULL
    WHEN regexp_matches(raw_model, '^([/~]|\.\./|[A-Za-z]:[/\\])') THEN regexp_extract(raw_model, '([^/\\]*)[/\\]*$', 1)
    ELSE raw_model
END;

-- A measurement with its run, source, metric and model. Tables of numbers read it: all of `result` takes so much memory
-- that the queries of pages have not.
CREATE VIEW plain_result AS
SELECT
    run.study,
    run.source,
    source.title,
    source.citation,
    source.file AS source_file,
    measurement.sha256 AS loaded_sha256,   -- of the file it was loaded from; NULL in bundled sources
    coalesce(measurement.sha256, source.sha256) AS sha256,
    source.loaded_at,
    run.id AS run,
    run.key AS run_key,
    run.model,
    coalesce(run.of_model, run.model) AS of_model,
    model.family,
    model.params_b,
    model.inferred,
    run.* EXCLUDE (id, source, study, model, of_model, lost, key, build_key),
    measurement.* EXCLUDE (run, sha256, as_stated),
    metric.unit
FROM measurement
JOIN run ON run.id = measurement.run
JOIN source ON source.id = run.source
JOIN metric ON metric.name = measurement.metric
LEFT JOIN model ON model.name = run.model;

CREATE VIEW result AS
SELECT
    plain_result.* EXCLUDE (source_file, loaded_sha256, run_key, of_model) REPLACE (
        run_key AS run, coalesce(task_configuration.configuration, plain_result.configuration) AS configuration
    ),
    coalesce(loaded_file.loaded_as || ': ' || loaded_file.path, source_file) AS file,
    benchmark.aliases,
    benchmark.domain,
    benchmark.items,
    benchmark.chance_level,
    benchmark.aggregate
FROM plain_result
JOIN benchmark ON benchmark.name = plain_result.benchmark
LEFT JOIN task_configuration
    ON task_configuration.run = plain_result.run AND task_configuration.benchmark = plain_result.benchmark
LEFT JOIN loaded_file ON loaded_file.sha256 = loaded_sha256;
