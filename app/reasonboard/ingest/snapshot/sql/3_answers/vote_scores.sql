-- What votes of k answers bring, from lists of its columns: the scores and gains are means over the items.
INSERT INTO vote_score
SELECT
    unnest($runs), unnest($benchmarks), unnest($metrics), unnest($ks), unnest($items),
    unnest($scores), unnest($squares), unnest($gains), unnest($gain_squares)
