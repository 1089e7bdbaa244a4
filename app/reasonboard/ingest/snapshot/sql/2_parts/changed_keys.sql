-- The keys whose rows changed; all keys if `everything` has to be written.
INSERT OR IGNORE INTO changed_key
SELECT key FROM changed_run
UNION
SELECT key FROM (
    SELECT key, content, true AS was FROM keyed_before
    UNION
    SELECT key, content, false FROM keyed
)
GROUP BY key, content
HAVING count(*) = 1
UNION
SELECT key FROM (SELECT key FROM keyed UNION SELECT key FROM loaded_run) WHERE $everything
