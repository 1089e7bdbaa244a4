-- What is asked of answers, made when they are loaded so that no page scans them.

-- Did an answer end because it was as long as it may be, in the words of whatever tool?
CREATE MACRO is_cut_off(finish) AS lower(finish) IN (
    'length', 'max_tokens', 'max_length', 'model_length', 'token_limit', 'truncated', 'context_length'
);

-- One row per item: of n scored answers c are right, `partial` are neither right nor wrong. `tokens` is the mean over its
-- answers, `cut` how many were cut off, NULL where no answer says why it ended. Items are joined by
-- `item_hash`, of 64 bits, and found by `score_hash`, that of run, benchmark and metric: several times as fast as by names.
CREATE TABLE item_score (
    score_hash UBIGINT, run TEXT, benchmark TEXT, metric TEXT, item TEXT, item_hash UBIGINT, n BIGINT, c BIGINT, partial BIGINT, mean DOUBLE,
    unscored BIGINT, tokens DOUBLE, cut BIGINT, finish TEXT, problem BIGINT, sha256 TEXT
);

-- How many items a run answered rightly c times of n: all that pass@k needs. Partial scores have no c.
CREATE TABLE pass_count (run TEXT, benchmark TEXT, metric TEXT, n BIGINT, c BIGINT, items BIGINT);

-- The mean over items of the means over repeats, with the standard error of the former: items, not
-- answers, are independent.
CREATE TABLE sample_score (
    run TEXT, benchmark TEXT, metric TEXT, value DOUBLE, stderr DOUBLE, n_items BIGINT, n_repeats BIGINT, samples HUGEINT,
    unscored HUGEINT, sha256 TEXT
);

-- Output tokens: their number and sum, and how many answers lie between two powers of two. An answer that has several
-- scores has its tokens with each: they are counted with one of them.
CREATE TABLE token_sum (run TEXT, benchmark TEXT, samples BIGINT, tokens HUGEINT, sha256 TEXT, n_items BIGINT);
CREATE TABLE token_bin (run TEXT, benchmark TEXT, "power" INTEGER, samples BIGINT);
