-- Where there are many changes, the files with the keys of those that have few rows.
WITH change AS (SELECT change, sum(rows) AS rows FROM journal GROUP BY change)
SELECT change, name, sha256
FROM journal
WHERE starts_with(name, 'changed_key-') AND (SELECT count(*) >= $many FROM change)
    AND change IN (SELECT change FROM change WHERE rows < $few)
