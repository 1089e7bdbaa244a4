-- The newest run of each model, or all of them.
SELECT * FROM (VALUES ('newest', 'Newest run of each'), ('all', 'All runs')) AS choice (value, label)
