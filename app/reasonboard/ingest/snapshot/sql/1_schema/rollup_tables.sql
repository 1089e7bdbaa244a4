-- What is asked of answers, made when they are loaded so that no page scans them.

-- Is the id of an item a number, as files of one tool have it, in whatever order its problems are?
CREATE MACRO is_number(item) AS regexp_full_match(item, '((row|id) ?)?[0-9]+');

-- What items are sorted by: what stands before the first digit, then short ids before long ones, so that the numbers at
-- their end count as numbers (HumanEval/2 before HumanEval/10).
CREATE MACRO item_order(item) AS row(regexp_extract(item, '^\D*'), length(item), item);

-- Did an answer end because it was as long as it may be, in the words of whatever tool?
CREATE MACRO is_cut_off(finish) AS lower(finish) IN (
    'length', 'max_tokens', 'max_length', 'model_length', 'token_limit', 'truncated', 'context_length'
);

-- One row per item: of n scored answers c are right, `partial` are neither right nor wrong. `tokens` is the mean over its
-- answers, `cut` how many were cut off, NULL where no answer says why it ended. Items are joined by
-- `item_hash`, of 64 bits, and found by `score_hash`, that of run, benchmark and metric: several times as fast as by names.
-- `item_place` is the place of the item among those of its score in the order of `item_order`, which takes longer to compare.
-- `by_text`: is the former that of the problem's text? Else it is that of its id, where this is a number of its tool and id.
-- `fields` is what the file says of the problem besides, as JSON: of few texts, which take a byte or two of each row.
CREATE TABLE item_score (
    score_hash UBIGINT, run TEXT, benchmark TEXT, metric TEXT, item TEXT, item_place INTEGER, item_hash UBIGINT, n BIGINT,
    c BIGINT, partial BIGINT, mean DOUBLE, unscored BIGINT, tokens DOUBLE, cut BIGINT, finish TEXT, by_text BOOLEAN, sha256 TEXT,
    fields TEXT
);

-- How many items a run answered rightly c times of n: all that pass@k needs. Partial scores have no c.
CREATE TABLE pass_count (run TEXT, benchmark TEXT, metric TEXT, n BIGINT, c BIGINT, items BIGINT);

-- The same where files have fields of their problems (a level, a subject), for each that items have together: how many items
-- have c of n answers right (c is NULL of items with partial scores), the sums of their means and of the squares (NULL where scores
-- are no fractions), and sums of all that `cut_score` and `token_sum` are made of.
CREATE TABLE field_sum (
    run TEXT, benchmark TEXT, metric TEXT, fields MAP(TEXT, TEXT), n BIGINT, c BIGINT, items BIGINT, score DOUBLE, square DOUBLE,
    ended BIGINT, ended_cut BIGINT, ended_items BIGINT, ended_square BIGINT, cut_square BIGINT, cut_ended BIGINT, samples BIGINT,
    tokens HUGEINT
);

-- Of the scores whose answers are known: the score of the most frequent of k answers, its mean over items and that of its
-- squares, and both of what it has more than that of one answer (see `majority_at` of majority.py).
CREATE TABLE vote_score (
    run TEXT, benchmark TEXT, metric TEXT, k BIGINT, items BIGINT, value DOUBLE, square DOUBLE, gain DOUBLE, gain_square DOUBLE
);

-- The mean over items of the means over repeats, in the unit of the scores, with the standard error of the former: items, not
-- answers, are independent. `digest` changes with the answers, `items_digest` with the items and their order. They are `known_by` 'text',
-- by a 'number' that is one of their tool alone, or by another 'id'. `is_graded`: some answer is neither right nor wrong.
CREATE TABLE sample_score (
    run TEXT, benchmark TEXT, metric TEXT, unit TEXT, value DOUBLE, stderr DOUBLE, n_items BIGINT, n_repeats BIGINT, samples HUGEINT,
    unscored HUGEINT, sha256 TEXT, digest UBIGINT, items_digest UBIGINT, known_by TEXT, is_graded BOOLEAN
);

-- The standard error of a share of all answers, clustered by item: of n answers to an item the scores add up to `score`. As
-- `clustered_mean` of statistics/repeats.py, with the squares multiplied out; NULL for one item and where all have one mean.
CREATE MACRO clustered_stderr(score, n) AS CASE
    WHEN count(*) FILTER (n > 0) > 1 AND min(score / nullif(n, 0)) < max(score / nullif(n, 0))
    THEN sqrt(
        count(*) FILTER (n > 0) / (count(*) FILTER (n > 0) - 1) * greatest(0, sum(score * score)
            - 2 * sum(score) / sum(n) * sum(score * n) + (sum(score) / sum(n)) ** 2 * sum(n * n))
    ) / sum(n)
END;

-- Of the scored answers that say why they ended: how many were cut off, and how right those are that were and that were not.
-- Each share has its standard error over items (NULL where all items are alike) and its number of items.
CREATE TABLE cut_score (
    run TEXT, benchmark TEXT, metric TEXT, answers BIGINT, cut BIGINT, items BIGINT, complete_items BIGINT, cut_items BIGINT,
    stderr DOUBLE, complete_value DOUBLE, complete_stderr DOUBLE, cut_value DOUBLE, cut_stderr DOUBLE
);

-- Output tokens: their number and sum. An answer that has several scores has its tokens with each: they are counted with
-- one of them.
CREATE TABLE token_sum (run TEXT, benchmark TEXT, samples BIGINT, tokens HUGEINT, sha256 TEXT, n_items BIGINT, median_tokens DOUBLE);

-- How many answers lie between two powers of two, and how right the scored ones of them are, with the standard error over items.
CREATE TABLE token_bin (
    run TEXT, benchmark TEXT, metric TEXT, "power" INTEGER, samples BIGINT, items BIGINT, n BIGINT, value DOUBLE, stderr DOUBLE
);
