-- What the pages of trainings read.

-- What a scalar of a training is called, and its place among the others: those come first that most trainings are judged by.
CREATE MACRO known_scalar(metric) AS
CASE
    WHEN regexp_matches(metric, '(^|/)(critic/rewards/mean|rewards?|objective/rlhf_reward)$') THEN {'place': 1, 'name': 'Reward'}
    WHEN regexp_matches(metric, '(^|/)(critic/score/mean|objective/scores)$') THEN {'place': 8, 'name': 'Score'}
    WHEN regexp_matches(metric, '(^|[/_])(approx_|ppo_)?kl(_loss)?(/mean)?$') THEN {'place': 2, 'name': 'KL'}
    WHEN regexp_matches(metric, '(^|[/_])entropy(_loss)?(/mean)?$') THEN {'place': 3, 'name': 'Entropy'}
    WHEN metric = 'token_length' THEN {'place': 4, 'name': 'Response length'}
    WHEN regexp_matches(metric, 'response_length/clip_ratio$|clipped_ratio$') THEN {'place': 5, 'name': 'Cut off at the limit'}
    WHEN regexp_matches(metric, '(^|/)grad(ient)?_norm$') THEN {'place': 6, 'name': 'Gradient norm'}
    WHEN regexp_matches(metric, '(^|/)(pg_|policy_|train_)?loss$') THEN {'place': 7, 'name': 'Loss'}
    WHEN regexp_matches(metric, '(^|/)throughput$') THEN {'place': 9, 'name': 'Throughput'}
    WHEN regexp_matches(metric, '(^|/)(lr|learning_rate)$') THEN {'place': 10, 'name': 'Learning rate'}
    ELSE {'place': 11, 'name': metric}
END;

-- What the logs of the trainings of some loads have at each step, a row for each seed; '' for one that is not named. What was used by
-- then is a place on an x axis.
CREATE MACRO training_scalars(in_study, in_sources) AS TABLE
SELECT
    source, concat_ws(' · ', model, method) AS run, model, metric, unit, iteration, kind,
    unnest(coalesce(repeat_values, [value])) AS value, unnest(coalesce(repeat_seeds, [''])) AS seed
FROM cell
WHERE study = in_study AND list_contains(in_sources, source) AND benchmark = '(training)' AND iteration IS NOT NULL
    AND metric NOT IN ('num_tokens', 'hours');
