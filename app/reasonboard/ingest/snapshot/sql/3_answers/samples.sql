-- The roll-ups of the answers of some runs, `stored_sample`.
CREATE OR REPLACE TEMP TABLE new_item AS
SELECT
    hash(run, benchmark, metric) AS score_hash, run, benchmark, metric, min(unit) AS unit, item,
    count(score) AS n,
    count(*) FILTER (score = 1) AS c,
    count(*) FILTER (score NOT IN (0, 1)) AS partial,
    avg(score) AS mean,
    count(*) - count(score) AS unscored,
    count(answer) AS answered,
    count(answer) < count(*) OR coalesce(min(answer) < max(answer), false) AS answers_differ,
    avg(tokens_out) AS tokens,
    count(*) FILTER (is_cut_off(finish)) + CASE WHEN count(finish) = 0 THEN NULL ELSE 0 END AS cut,
    CASE WHEN min(finish) = max(finish) THEN min(finish) END AS finish,
    CASE WHEN min(problem) = max(problem) THEN min(problem) END AS problem,
    min(sha256) AS sha256,
    min(item_fields) AS fields,
    count(tokens_out) AS answers_with_tokens,
    sum(tokens_out) AS sum_of_tokens,
    -- Of the scored answers that say why they ended: those that were cut off, and the sums of the scores of both kinds.
    count(score) FILTER (finish IS NOT NULL) AS ended,
    count(score) FILTER (is_cut_off(finish)) AS ended_cut,
    sum(score) FILTER (finish IS NOT NULL) AS ended_score,
    sum(score) FILTER (is_cut_off(finish)) AS cut_score
FROM stored_sample
GROUP BY run, benchmark, metric, item;

-- A score in another unit is one of right and wrong answers only where all of its answers are 0 or 1: of 0 to 10 a 1 is none.
UPDATE new_item SET partial = n, c = 0
FROM (SELECT DISTINCT score_hash AS graded FROM new_item WHERE unit <> 'fraction' AND partial > 0)
WHERE score_hash = graded;

-- A text that stands for several items of a run names none of them: with the id it does.
CREATE OR REPLACE TEMP TABLE repeated_text AS
SELECT score_hash, problem, true AS is_repeated
FROM new_item
WHERE problem IS NOT NULL
GROUP BY score_hash, problem
HAVING count(*) > 1;

INSERT INTO item_score BY NAME
SELECT
    new_item.* EXCLUDE (unit, answers_with_tokens, sum_of_tokens, ended, ended_cut, ended_score, cut_score, problem, answered, answers_differ),
    row_number() OVER (PARTITION BY score_hash ORDER BY item_order(item))::INTEGER AS item_place,
    problem IS NOT NULL AS by_text,
    CASE
        WHEN is_repeated THEN hash(problem, item)
        WHEN problem IS NOT NULL THEN hash(problem)
        WHEN is_number(item) THEN hash(item, loaded_run.tool)
        ELSE hash(item)
    END AS item_hash
FROM new_item
LEFT JOIN repeated_text USING (score_hash, problem)
LEFT JOIN loaded_run ON loaded_run.key = new_item.run
ORDER BY run, benchmark, metric, item_place;

INSERT INTO pass_count
SELECT run, benchmark, metric, n, c, count(*)
FROM new_item
WHERE n > 0 AND partial = 0
GROUP BY ALL
ORDER BY ALL;

INSERT INTO field_sum
SELECT
    run, benchmark, metric, fields::JSON::MAP(TEXT, TEXT), n, CASE WHEN partial = 0 AND n > 0 THEN c END, count(*),
    sum(CASE WHEN unit = 'fraction' THEN mean END), sum(CASE WHEN unit = 'fraction' THEN mean * mean END),
    sum(ended), sum(ended_cut), count(*) FILTER (ended > 0), sum(ended * ended), sum(ended_cut * ended_cut), sum(ended * ended_cut),
    sum(answers_with_tokens), sum(sum_of_tokens)
FROM new_item
WHERE fields IS NOT NULL
GROUP BY run, benchmark, metric, fields, n, CASE WHEN partial = 0 AND n > 0 THEN c END
ORDER BY run, benchmark, metric, fields, n, 6;

-- How the answers to an item divide: votes and right ones of each that was given, and those that give none. Of scores whose
-- answers are known, and tell right from wrong attempts somewhere: a column with the truth is the same for all.
CREATE OR REPLACE TEMP TABLE vote_pattern AS
WITH voting AS (
    SELECT run, benchmark, metric, min(n) AS least
    FROM new_item
    WHERE n > 0 AND partial = 0
    GROUP BY ALL
    HAVING sum(answered) > 0 AND min(n) > 1 AND max(n) <= 10000
        AND (bool_or(answers_differ AND c BETWEEN 1 AND n - 1) OR NOT bool_or(c BETWEEN 1 AND n - 1))
),
given AS (
    SELECT
        run, benchmark, metric, item, answer, count(*) AS n, count(*) FILTER (score = 1) AS c,
        bool_or(score NOT IN (0, 1)) AS partial
    FROM stored_sample
    WHERE score IS NOT NULL AND (run, benchmark, metric) IN (SELECT (run, benchmark, metric) FROM voting)
    GROUP BY ALL
),
of_item AS (
    SELECT
        run, benchmark, metric, list([n, c] ORDER BY n DESC, c DESC) FILTER (answer IS NOT NULL) AS groups,
        coalesce(sum(n) FILTER (answer IS NULL), 0)::BIGINT AS silent,
        coalesce(sum(c) FILTER (answer IS NULL), 0)::BIGINT AS silent_right
    FROM given
    GROUP BY run, benchmark, metric, item
    HAVING NOT bool_or(partial)
)
SELECT run, benchmark, metric, least, groups, silent, silent_right, count(*) AS items
FROM of_item
JOIN voting USING (run, benchmark, metric)
GROUP BY ALL;

-- Summed in the order of the values, so that the last digit does not depend on what else is made beside them.
INSERT INTO sample_score
WITH value AS (
    SELECT
        run, benchmark, metric, min(unit) AS unit, mean, count(*) AS items, min(n) AS least, max(n) AS most, sum(n) AS n,
        sum(unscored) AS unscored, sum(partial) AS partial, min(sha256) AS sha256,
        bit_xor(hash(hash(score_hash, item, n, c, round(mean, 9), unscored, answers_with_tokens, sum_of_tokens, finish, fields))) AS answers
    FROM new_item
    WHERE n > 0
    GROUP BY run, benchmark, metric, mean
),
average AS (
    SELECT
        run, benchmark, metric,
        CASE WHEN count(*) = 1 THEN min(mean) ELSE sum(items * mean ORDER BY mean) / sum(items) END AS score
    FROM value
    GROUP BY run, benchmark, metric
),
item_set AS (
    SELECT
        run, benchmark, metric, hash(bit_xor(hash(hash(item_place, item_hash))), count(*)) AS items_digest,
        CASE WHEN bool_and(by_text) THEN 'text' WHEN is_number(min(item)) AND is_number(max(item)) THEN 'number' ELSE 'id' END AS known_by
    FROM item_score
    SEMI JOIN (SELECT DISTINCT run FROM new_item) USING (run)
    GROUP BY run, benchmark, metric
)
SELECT
    run, benchmark, metric, min(unit), score,
    CASE
        WHEN sum(items) > 1
        THEN sqrt(sum(items * (mean - score) * (mean - score) ORDER BY mean) / (sum(items) - 1) / sum(items))
    END,
    sum(items),
    CASE WHEN min(least) = max(most) THEN min(least) END,
    sum(n),
    sum(unscored),
    min(sha256),
    bit_xor(answers),
    any_value(items_digest),
    any_value(known_by),
    sum(partial) > 0
FROM value
JOIN average USING (run, benchmark, metric)
JOIN item_set USING (run, benchmark, metric)
GROUP BY run, benchmark, metric, score
ORDER BY ALL;

-- Only items with several answers have to be read again: one answer is its item.
CREATE OR REPLACE TEMP TABLE several_answers AS
SELECT DISTINCT (run, benchmark, metric) AS score FROM new_item WHERE n + unscored > 1;

INSERT INTO token_sum
WITH middle AS (
    SELECT run, benchmark, metric, median(tokens) AS tokens
    FROM (
        SELECT run, benchmark, metric, tokens_out AS tokens
        FROM stored_sample
        WHERE tokens_out IS NOT NULL AND (run, benchmark, metric) IN (FROM several_answers)
        UNION ALL
        SELECT run, benchmark, metric, sum_of_tokens
        FROM new_item
        WHERE answers_with_tokens = 1 AND (run, benchmark, metric) NOT IN (FROM several_answers)
    )
    GROUP BY ALL
)
SELECT run, benchmark, sum(answers_with_tokens), sum(sum_of_tokens), min(sha256), count(*), any_value(middle.tokens)
FROM new_item
JOIN middle USING (run, benchmark, metric)
WHERE answers_with_tokens > 0
GROUP BY run, benchmark, metric
QUALIFY row_number() OVER (PARTITION BY run, benchmark ORDER BY metric) = 1
ORDER BY ALL;

INSERT INTO cut_score
SELECT
    run, benchmark, metric,
    sum(ended), sum(ended_cut),
    count(*) FILTER (ended > 0), count(*) FILTER (ended > ended_cut), count(*) FILTER (ended_cut > 0),
    clustered_stderr(ended_cut, ended),
    sum(ended_score - coalesce(cut_score, 0)) / nullif(sum(ended - ended_cut), 0),
    clustered_stderr(ended_score - coalesce(cut_score, 0), ended - ended_cut),
    sum(cut_score) / nullif(sum(ended_cut), 0),
    clustered_stderr(coalesce(cut_score, 0), ended_cut)
FROM new_item
WHERE ended > 0
GROUP BY run, benchmark, metric
ORDER BY ALL;

INSERT INTO token_bin
WITH part AS (
    SELECT
        run, benchmark, metric, hash(item) AS item_hash, floor(log2(greatest(tokens_out, 1)))::INTEGER AS "power",
        count(*) AS samples, count(score) AS n, sum(score) AS score
    FROM stored_sample
    WHERE tokens_out IS NOT NULL
      AND (run, benchmark, metric) IN (FROM several_answers)
    GROUP BY ALL
    UNION ALL
    SELECT run, benchmark, metric, hash(item), floor(log2(greatest(sum_of_tokens, 1)))::INTEGER, 1, n, mean
    FROM new_item
    WHERE answers_with_tokens = 1
      AND (run, benchmark, metric) NOT IN (FROM several_answers)
)
SELECT
    run, benchmark, metric, "power", sum(samples), count(*) FILTER (n > 0), sum(n), sum(score) / nullif(sum(n), 0),
    clustered_stderr(coalesce(score, 0), n)
FROM part
GROUP BY run, benchmark, metric, "power"
ORDER BY ALL;

DROP TABLE repeated_text;
DROP TABLE new_item;
DROP TABLE several_answers;
