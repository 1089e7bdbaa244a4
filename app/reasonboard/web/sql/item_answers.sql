-- What one or two runs answered to one problem, an answer in each row, with the place of its texts.
SELECT
    answered.run::TEXT AS key, answered.metric, repeat, score, tokens_in, tokens_out, finish, place, sample.item,
    text_file.path, text_file.name, text_file.sha256, text_file.bytes, text_file.changed, text_file.reader, loaded_at,
    answered.raw_benchmark
FROM answered
JOIN sample
    ON sample.run = answered.key AND sample.benchmark = answered.raw_benchmark
    AND sample.metric = answered.raw_metric
LEFT JOIN text_file ON text_file.sha256 = sample.text_file
LEFT JOIN loaded_file ON loaded_file.sha256 = sample.sha256
WHERE answered.run::TEXT = ANY($keys) AND answered.benchmark = $benchmark AND sample.item = $item
ORDER BY answered.run, answered.metric, repeat
