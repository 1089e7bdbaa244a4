-- The scores that a source follows along the iterations: the most used first, of these the means of right answers (mean@k) before
-- others (best@k).
SELECT followed.metric AS value, any_value(label) AS label
FROM iteration_metric AS followed
LEFT JOIN iteration_score_name AS named
    ON named.study = followed.study AND named.source = followed.source AND named.score = followed.metric
LEFT JOIN metric_tally AS tally
    ON tally.study = followed.study AND tally.source = followed.source
    AND tally.metric = coalesce(named.metric, followed.metric)
WHERE followed.study = $study AND followed.source = $source
GROUP BY followed.metric
ORDER BY coalesce(sum(cells), 0) DESC, bool_or(proportion) DESC, followed.metric
