-- One row per run and benchmark whose mean tokens are known, or their price in US dollars where this is asked for (`x`): at
-- most 200 of a benchmark, those first that no cheaper run reaches, then own and newest ones. `runs` is how many there are.
WITH score AS (
    SELECT
        score.*, usd_per_mtok, priced,
        CASE $cost WHEN 'money' THEN tokens * usd_per_mtok / 1e6 ELSE tokens END AS x,
        count(*) OVER (PARTITION BY panel) AS runs,
        value > coalesce(max(value) OVER (
            PARTITION BY panel ORDER BY x, value DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), -1) AS leads
    FROM token_scores($source, $metric) AS score
    LEFT JOIN model_price USING (model)
    WHERE tokens > 0 AND ($cost <> 'money' OR usd_per_mtok IS NOT NULL)
)
SELECT
    panel, panel AS benchmark, key, name, variant, title, own, model, x, round(tokens, 1) AS tokens, value, stderr, n_items,
    n_listed, n_repeats, n_seeds, seed_sd, scale, kind::TEXT AS kind, runs::INTEGER AS runs,
    CASE $cost WHEN 'money' THEN priced END AS priced
FROM score
QUALIFY row_number() OVER (PARTITION BY panel ORDER BY leads DESC, own DESC, newest DESC, number) <= 200
ORDER BY panel, x, value, key
