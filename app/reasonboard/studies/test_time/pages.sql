-- What a million output tokens of a model cost in US dollars, by what a person says of the name in a file or of the one shown;
-- of several prices the newest.
CREATE VIEW model_price AS
WITH given AS (SELECT raw, name, usd_per_mtok, priced FROM alias_model WHERE usd_per_mtok IS NOT NULL),
priced AS (
    SELECT written.model, usd_per_mtok, priced
    FROM given
    JOIN (
        SELECT loaded_summary.model, unnest([raw_model, loaded_run.model]) AS raw FROM loaded_run JOIN loaded_summary ON run = key
    ) AS written USING (raw)
    UNION ALL
    SELECT model.name, usd_per_mtok, priced
    FROM (SELECT raw AS shown, usd_per_mtok, priced FROM given UNION ALL SELECT name, usd_per_mtok, priced FROM given) AS one
    JOIN model ON model.name = shown OR starts_with(model.name, shown || ' · ')
)
SELECT model, arg_max(usd_per_mtok, (priced, usd_per_mtok)) AS usd_per_mtok, max(priced) AS priced FROM priced GROUP BY model;

-- The runs that are shown, each with what it is called: the model, and what tells it from the other runs of that.
CREATE VIEW token_run AS
SELECT
    number, key, model_run.source, model_run.title, model_run.own, opens, model, family, params_b,
    concat_ws(' · ', model, nullif(variant, '')) AS name, variant, newest, loaded_at
FROM model_run
JOIN model_source USING (source)
WHERE number IN (SELECT number FROM token_score);

-- The scores of these sources by a metric, or the main ones, with the names of their runs.
CREATE MACRO token_scores(chosen, in_metric) AS TABLE
SELECT token_score.* EXCLUDE (source), token_run.*
FROM token_score
JOIN token_run USING (number)
WHERE is_shown(chosen, token_run.source, opens) AND is_measured(in_metric, metric, main);

-- The answers behind the scores of the runs on a benchmark, those of repeats and other seeds too, each with its place in the roll-ups.
CREATE MACRO answers_of(chosen, in_metric, in_panel) AS TABLE
SELECT
    score.key, name, title, own, newest, score.model, score.panel AS benchmark, answered.key AS answers_key, raw_benchmark,
    raw_metric, score_hash, answered.run AS answers_run
FROM token_scores(chosen, in_metric) AS score
JOIN model_of_run USING (number)
JOIN answered
    ON answered.run = model_of_run.run AND answered.benchmark = score.benchmark AND answered.metric = score.metric
WHERE panel = in_panel AND is_whole;
