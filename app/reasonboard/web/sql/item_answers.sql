-- What a run answered to one problem, an attempt in each row, with the place of its texts: from the part that has them.
SELECT
    repeat, score, tokens_in, tokens_out, finish, place, item, $benchmark AS benchmark, $metric AS metric,
    sample.benchmark AS raw_benchmark,
    text_file.path, text_file.name, text_file.sha256, text_file.bytes, text_file.reader,
    loaded_file.loaded_at
FROM part_answer AS sample
LEFT JOIN text_file ON text_file.sha256 = sample.text_file
LEFT JOIN loaded_file ON loaded_file.sha256 = sample.sha256
WHERE run = $run AND sample.benchmark = $raw_benchmark AND sample.metric = $raw_metric AND item = $item
ORDER BY repeat
