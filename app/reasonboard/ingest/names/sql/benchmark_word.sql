INSERT INTO benchmark_word
SELECT
    unnest($raw), unnest($is_group), unnest($listed), unnest($bare), unnest($spelled), unnest($is_plain), unnest($metric),
    unnest($n_repeats)
