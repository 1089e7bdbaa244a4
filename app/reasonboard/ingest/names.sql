-- The aliases of benchmarks and models among the staged rows replaced by names.
UPDATE staged SET benchmark = known.name
FROM (SELECT name, unnest(aliases) AS alias FROM benchmark) AS known
WHERE staged.benchmark = known.alias AND staged.benchmark NOT IN (SELECT name FROM benchmark);

UPDATE staged SET model = known.name
FROM (SELECT name, unnest(aliases) AS alias FROM model) AS known
WHERE staged.model = known.alias AND staged.model NOT IN (SELECT name FROM model);
