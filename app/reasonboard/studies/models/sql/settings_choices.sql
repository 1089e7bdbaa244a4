-- The newest run of each model, or each run by itself.
SELECT * FROM (VALUES ('newest', 'Newest run of each'), ('all', 'Each run')) AS choice (value, label)
