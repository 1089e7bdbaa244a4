-- The names of benchmarks and models in the place of the words of a source, where these are others: $words are $names.
ALTER TABLE staged ADD COLUMN benchmark_written TEXT;

UPDATE staged SET model = known.name
FROM (SELECT name, unnest(aliases) AS alias FROM model) AS known
WHERE staged.model = known.alias AND staged.model NOT IN (SELECT name FROM model);

UPDATE staged SET benchmark = known.name, benchmark_written = nullif(staged.benchmark, known.name)
FROM (SELECT unnest($words) AS word, unnest($names) AS name) AS known
WHERE staged.benchmark = word
