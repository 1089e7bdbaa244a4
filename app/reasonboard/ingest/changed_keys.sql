-- The keys whose rows changed since the journal was begun; all keys where it names nothing.
INSERT OR IGNORE INTO changed_key
SELECT key FROM changed_run
UNION
SELECT key FROM (FROM keyed EXCEPT FROM keyed_before)
UNION
SELECT key FROM (FROM keyed_before EXCEPT FROM keyed)
UNION
SELECT key FROM (SELECT key FROM keyed UNION SELECT key FROM loaded_run) WHERE NOT EXISTS (FROM journal)
