-- Does the database answer?
SELECT count(*) AS sources FROM source
