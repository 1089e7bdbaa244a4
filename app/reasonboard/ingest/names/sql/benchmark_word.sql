-- What benchmark_names.py reads from the words of loads: `listed` is their name in the catalogue, `is_plain` is true for words that
-- only spell a name in another way.
CREATE TEMP TABLE benchmark_word AS
SELECT
    unnest($raw::TEXT[]) AS raw, unnest($is_group::BOOLEAN[]) AS is_group, unnest($listed::TEXT[]) AS listed,
    unnest($bare::TEXT[]) AS bare, unnest($spelled::TEXT[]) AS spelled, unnest($is_plain::BOOLEAN[]) AS is_plain,
    unnest($metric::TEXT[]) AS metric, unnest($n_repeats::INTEGER[]) AS n_repeats
