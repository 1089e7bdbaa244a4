-- What a run answered to one problem, an attempt in each row, with the place of its texts.
SELECT
    repeat, score, tokens_in, tokens_out, finish, place, problem, sample.item, answered.benchmark, answered.metric,
    answered.raw_benchmark,
    text_file.path, text_file.name, text_file.sha256, text_file.bytes, text_file.changed, text_file.reader,
    loaded_file.loaded_at
FROM answered
JOIN sample
    ON sample.run = answered.key AND sample.benchmark = answered.raw_benchmark
    AND sample.metric = answered.raw_metric
LEFT JOIN text_file ON text_file.sha256 = sample.text_file
LEFT JOIN loaded_file ON loaded_file.sha256 = sample.sha256
WHERE answered.run IN (SELECT unnest(runs_of($key))) AND answered.benchmark = $benchmark
  AND answered.metric = $metric AND sample.item = $item
ORDER BY answered.run, repeat
