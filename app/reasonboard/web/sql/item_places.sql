-- Where the texts of the first attempts at some problems stand, in the part that has them.
SELECT item, repeat, place, text_file.path, text_file.name, text_file.sha256, text_file.bytes, text_file.reader
FROM part_answer AS sample
JOIN text_file ON text_file.sha256 = sample.text_file
WHERE run = $run AND sample.benchmark = $raw_benchmark AND sample.metric = $raw_metric AND list_contains($items, item)
    AND place IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY item ORDER BY repeat) = 1
