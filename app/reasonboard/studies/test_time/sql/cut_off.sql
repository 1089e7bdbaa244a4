-- Of each run on the selected benchmark whose answers say why they ended: how many were cut off, and how right both kinds
-- are. Repeats with other seeds are taken together, and their standard errors over problems as if they were one.
SELECT
    one.key, name, title, own, model, one.benchmark, sum(answers)::INTEGER AS answers, sum(cut)::INTEGER AS cut,
    max(items)::INTEGER AS items, max(complete_items)::INTEGER AS complete_items, max(cut_items)::INTEGER AS cut_items,
    avg(stderr) AS share_stderr, sum(complete_value * (answers - cut)) / nullif(sum(answers - cut), 0) AS complete_value,
    avg(complete_stderr) AS complete_stderr, sum(cut_value * cut) / nullif(sum(cut), 0) AS cut_value,
    avg(cut_stderr) AS cut_stderr, 'measured' AS kind
FROM answers_of($source, $metric, $panel) AS one
JOIN cut_score ON run = answers_key AND cut_score.benchmark = raw_benchmark AND metric = raw_metric
GROUP BY ALL
ORDER BY own DESC, sum(cut) / sum(answers) DESC, one.key
LIMIT 200
