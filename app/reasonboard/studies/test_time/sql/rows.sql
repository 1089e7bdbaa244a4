-- The scores behind the page, each with the mean tokens of its answers where they are known.
SELECT
    title AS source, panel AS benchmark, key AS run, model, round(tokens, 1) AS tokens, usd_per_mtok, priced,
    tokens * usd_per_mtok / 1e6 AS "usd per answer", metric, value, stderr,
    n_items AS n, n_repeats AS repeats, kind::TEXT AS kind, locator, 'fraction' AS unit
FROM token_scores($source, $metric)
LEFT JOIN model_price USING (model)
WHERE is_chosen($benchmark, panel) AND is_chosen($model, model)
ORDER BY lower(panel), panel, tokens, key
