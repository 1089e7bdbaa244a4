-- What the page of two models reads, beside the tables of models.

-- Does a problem stand in the set `items` of those with this `outcome` (see `problems_of_pair`), by its scores of A and B? It
-- says so with numbers: a million outcomes compared as words take longer than all else of a page.
CREATE MACRO is_listed(items, key_b, a, b) AS CASE items
    WHEN 'all' THEN true
    WHEN 'a' THEN a > b
    WHEN 'b' THEN a < b
    WHEN 'flipped' THEN CASE key_b WHEN '' THEN a NOT IN (0, 1) ELSE a <> b END
    WHEN 'right' THEN CASE key_b WHEN '' THEN a = 1 ELSE a = b AND a > 0 END
    WHEN 'wrong' THEN CASE key_b WHEN '' THEN a = 0 ELSE a = b AND a <= 0 END
    ELSE false
END;

-- The problems of a benchmark of A and B, each with both answers: those that both answered, or all of A where B is ''.
-- `outcome` is 'a' or 'b' for the higher score, 'right' or 'wrong' where both are alike; of A alone 'flipped' where its
-- attempts are not all right or all wrong. They pair by text where `by_text`, else by id.
CREATE MACRO problems_of_pair(key_a, key_b, on_benchmark, in_metric) AS TABLE
WITH place AS (
    SELECT
        [place.a.of_benchmark] AS benchmarks, [place.a.metric] AS metrics_a, [coalesce(place.b.metric, '')] AS metrics_b
    FROM scores_of_pair(key_a, key_b, in_metric) AS place
    WHERE benchmark = on_benchmark AND place.a.split IS NULL
),
one AS (
    SELECT * FROM item_answers(runs_of(key_a), (SELECT benchmarks FROM place), (SELECT metrics_a FROM place))
),
other AS (
    SELECT * FROM item_answers(runs_of(key_b), (SELECT benchmarks FROM place), (SELECT metrics_b FROM place))
)
SELECT
    one.item, one.score AS a, other.score AS b, one.n AS n_a, other.n AS n_b, one.c AS c_a, other.c AS c_b,
    one.tokens AS tokens_a, other.tokens AS tokens_b, one.cut AS cut_a, other.cut AS cut_b,
    one.finish AS finish_a, other.finish AS finish_b,
    CASE
        WHEN key_b = '' THEN CASE one.score WHEN 1 THEN 'right' WHEN 0 THEN 'wrong' ELSE 'flipped' END
        WHEN one.score > other.score THEN 'a'
        WHEN one.score < other.score THEN 'b'
        WHEN one.score > 0 THEN 'right'
        ELSE 'wrong'
    END AS outcome,
    abs(one.score - coalesce(other.score, 0.5)) AS difference,
    one.by_text
FROM one
LEFT JOIN other USING (item_hash)
WHERE key_b = '' OR other.item_hash IS NOT NULL;
