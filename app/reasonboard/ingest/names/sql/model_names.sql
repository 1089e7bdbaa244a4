-- What the models of the loaded runs are called. Names without the routes that served them (see infer.py) unite here:
-- capitals do not count, and a name without its maker is that of the one maker that is known for it; two makers stay two
-- models, and what a person says in an alias stays as it is said.

INSERT INTO written_name
SELECT DISTINCT
    loaded_as, raw_model, model, path, with_step, of_run,
    min(coalesce(step, -1)) OVER of_name < max(coalesce(step, -1)) OVER of_name, list_contains(inferred, 'model')
FROM loaded_run
WINDOW of_name AS (PARTITION BY loaded_as, raw_model);

-- No file or path names the model of a run: its name is the path of the run.
CREATE MACRO is_unnamed(named, raw_model) AS named AND starts_with(raw_model, './');

-- Paths that would be called alike in a load, and runs without a model, which are called after their load: `words` is what
-- tells their path from the others, or all of it after the folders that all begin with: no more of a machine's paths.
CREATE TEMP TABLE path_name AS
WITH path AS (
    SELECT DISTINCT loaded_as, CASE WHEN NOT is_unnamed(named, raw_model) THEN model END AS model, place AS path,
        string_split(place, '/') AS parts
    FROM (SELECT *, CASE WHEN is_unnamed(named, raw_model) THEN raw_model[3:] ELSE path END AS place FROM written_name)
    WHERE place IS NOT NULL
),
part AS (
    SELECT loaded_as, model, path, unnest(parts) AS part, generate_subscripts(parts, 1) AS number,
        count(DISTINCT path) OVER (PARTITION BY loaded_as, model) AS paths
    FROM path
),
counted AS (
    SELECT
        *, count(DISTINCT path) OVER (PARTITION BY loaded_as, model, part) AS with_it,
        count(DISTINCT path) OVER (PARTITION BY loaded_as, model, part, number) = paths AS in_all
    FROM part
),
shortened AS (
    SELECT
        loaded_as, model, path, string_agg(part, '/' ORDER BY number) FILTER (with_it < paths) AS words,
        coalesce(string_agg(part, '/' ORDER BY number) FILTER (number >= first_own), arg_max(part, number)) AS whole
    FROM (SELECT *, min(number) FILTER (NOT in_all) OVER (PARTITION BY loaded_as, model) AS first_own FROM counted)
    GROUP BY ALL
)
SELECT
    loaded_as, path, model, words IS NOT NULL AS has_more,
    CASE
        WHEN count(*) OVER (PARTITION BY loaded_as, model, words) > 1 THEN whole
        WHEN model IS NULL THEN words
        ELSE concat_ws('/', words, model)
    END AS words
FROM shortened;

-- What a file writes, in every load, and what a person says it is.
CREATE TEMP TABLE written AS
SELECT
    loaded.loaded_as, loaded.raw_model, loaded.model AS short,
    coalesce(CASE WHEN has_steps THEN with_step END, told.words, loaded.model) AS model,
    coalesce(told.has_more, false) AS has_folders, coalesce(by_raw.name, by_model.name) AS aliased,
    of_run AND contains(loaded.model, '/') AS is_whole,
    is_unnamed(named, loaded.raw_model) AS unnamed
FROM written_name AS loaded
LEFT JOIN path_name AS told
    ON told.loaded_as = loaded.loaded_as AND told.path = loaded.path AND told.model = loaded.model
LEFT JOIN alias_model AS by_raw ON by_raw.raw = loaded.raw_model
LEFT JOIN alias_model AS by_model ON by_model.raw = loaded.model;

-- A name with more slashes than one is no maker's.
CREATE MACRO maker_of(name) AS CASE WHEN len(string_split(name, '/')) = 2 THEN lower(split_part(name, '/', 1)) END;
CREATE MACRO without_maker(name) AS CASE WHEN maker_of(name) IS NULL THEN name ELSE split_part(name, '/', 2) END;

-- All names that are known, `listed` those of the catalogue, `pinned` those that a person says. Only what is `whole` says
-- of other spellings whose they are: another name in the catalogue without its maker is one of a source.
CREATE TEMP TABLE known_name AS
SELECT
    written AS name, name AS listed, false AS pinned, written = name OR maker_of(written) IS NOT NULL AS whole
FROM (SELECT name, unnest([name] || aliases) AS written FROM model)
UNION
SELECT coalesce(aliased, model), NULL, aliased IS NOT NULL, true
FROM written
WHERE aliased IS NOT NULL OR NOT (unnamed OR is_whole);

-- The name that pages show, and how it came about in words. An alias of a name that no file writes is one of what is shown.
CREATE TABLE shown_name AS
WITH
-- Providers of their own models are shown only where another maker has a model of that name.
made AS (SELECT *, maker_of(name) AS maker, without_maker(name) AS own_name FROM known_name WHERE whole),
same AS (
    SELECT
        lower(own_name) AS bare, min(maker) < max(maker) AS has_makers, min(name) FILTER (maker IS NOT NULL) AS with_maker,
        min(own_name) AS short, CASE WHEN min(listed) = max(listed) THEN min(listed) END AS listed,
        bool_or(pinned AND maker IS NULL) AS pinned
    FROM made
    GROUP BY ALL
),
spelled AS (SELECT lower(name) AS lower_name, min(name) AS name, min(listed) AS listed FROM known_name GROUP BY ALL),
united AS (
    SELECT
        known_name.name AS written,
        CASE
            WHEN spelled.listed IS NOT NULL THEN spelled.listed
            WHEN has_makers THEN spelled.name
            WHEN same.listed IS NOT NULL THEN same.listed
            WHEN with_maker IS NULL THEN short
            WHEN maker_of(with_maker) IN ('openai', 'anthropic', 'google') AND NOT same.pinned THEN short
            ELSE with_maker
        END AS name,
        spelled.listed AS listed
    FROM (SELECT DISTINCT name FROM known_name) AS known_name
    LEFT JOIN same ON same.bare = lower(without_maker(known_name.name))
    JOIN spelled ON spelled.lower_name = lower(known_name.name)
),
named AS (
    SELECT
        written.*, coalesce(listed, aliased) AS alias,
        CASE
            WHEN aliased IS NULL AND unnamed THEN concat_ws(' · ', written.loaded_as, nullif(path_name.words, ''))
            WHEN aliased IS NULL AND is_whole THEN written.model
            ELSE united.name
        END AS name
    FROM written
    LEFT JOIN united ON united.written = coalesce(aliased, written.model)
    LEFT JOIN path_name
        ON unnamed AND path_name.loaded_as = written.loaded_as AND path_name.path = raw_model[3:] AND path_name.model IS NULL
)
SELECT
    loaded_as, raw_model, short AS model,
    coalesce(CASE WHEN aliased IS NOT NULL THEN alias END, by_shown.name, named.name) AS name,
    CASE
        WHEN aliased IS NOT NULL OR by_shown.name IS NOT NULL THEN 'as an alias says'
        WHEN unnamed THEN 'no file names the model: load and path'
        WHEN has_folders THEN 'with the folders that tell it from others'
        WHEN others > 0 THEN 'united with ' || others || ' other spelling' || CASE others WHEN 1 THEN '' ELSE 's' END
        WHEN lower(named.name) IN (SELECT lower(listed) FROM known_name) THEN 'as in the catalog'
        WHEN lower(named.name) <> lower(named.model) THEN 'without its provider'
        WHEN named.model <> raw_model THEN 'without route, folders and step'
        ELSE ''
    END AS name_from
FROM named
JOIN (SELECT name AS same, count(DISTINCT model) - 1 AS others FROM named GROUP BY ALL) ON same = named.name
LEFT JOIN alias_model AS by_shown
    ON by_shown.raw = named.name AND by_shown.raw NOT IN (SELECT short FROM written UNION SELECT raw_model FROM written);
