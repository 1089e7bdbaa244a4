-- One row per run and benchmark whose tokens are known: at most 200 of a benchmark, those first that no run with fewer
-- tokens reaches, then own and newest ones. `runs` is how many there are.
WITH score AS (
    SELECT
        *, tokens AS x, count(*) OVER (PARTITION BY panel) AS runs,
        value > coalesce(max(value) OVER (
            PARTITION BY panel ORDER BY tokens, value DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), -1) AS leads
    FROM token_scores($source)
    WHERE tokens > 0
)
SELECT
    panel, panel AS benchmark, key, name, variant, title, own, model, round(x, 1) AS x, round(tokens, 1) AS tokens, value,
    stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind::TEXT AS kind, runs::INTEGER AS runs
FROM score
QUALIFY row_number() OVER (PARTITION BY panel ORDER BY leads DESC, own DESC, newest DESC, number) <= 200
ORDER BY panel, tokens, value, key
