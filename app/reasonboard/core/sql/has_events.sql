-- A row where the reader has loaded an evaluation of a model.
SELECT run FROM event JOIN run ON run.id = event.run WHERE own AND step IS NULL AND iteration IS NULL LIMIT 1
