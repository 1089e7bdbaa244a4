-- What this page reads, made once per snapshot of the cells.

-- How many numbers of which kind every source has for a benchmark, a model and who selected its data.
CREATE TABLE tally AS
SELECT study, source, benchmark, model, selector, kind, count(*) AS numbers
FROM measurement
JOIN run ON run.id = measurement.run
GROUP BY ALL
ORDER BY ALL;
