CREATE TEMP TABLE removing AS SELECT unnest($names) AS name
