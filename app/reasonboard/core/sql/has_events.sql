-- A row where the reader has loaded a run of a model.
SELECT run FROM event WHERE own LIMIT 1
