-- What one or two runs answered to one problem, an attempt in each row, with the place of its texts.
SELECT
    model_run.key, answered.metric, repeat, score, tokens_in, tokens_out, finish, place, sample.item,
    text_file.path, text_file.name, text_file.sha256, text_file.bytes, text_file.changed, text_file.reader, loaded_file.loaded_at,
    answered.raw_benchmark
FROM model_run
JOIN model_of_run ON model_of_run.number = model_run.number
JOIN answered ON answered.run = model_of_run.run
JOIN sample
    ON sample.run = answered.key AND sample.benchmark = answered.raw_benchmark
    AND sample.metric = answered.raw_metric
LEFT JOIN text_file ON text_file.sha256 = sample.text_file
LEFT JOIN loaded_file ON loaded_file.sha256 = sample.sha256
WHERE model_run.key = ANY($keys) AND answered.benchmark = $benchmark AND sample.item = $item
ORDER BY model_run.key, answered.metric, answered.run, repeat
