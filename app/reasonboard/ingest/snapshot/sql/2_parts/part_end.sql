-- The entries that are loaded now, and those that an edit added, changed or took out.
CREATE TEMP TABLE entry_now AS FROM loaded_entry;

CREATE TEMP TABLE changed_entry AS
SELECT DISTINCT of_table, key, name
FROM ((FROM entry_now EXCEPT FROM entry_before) UNION ALL (FROM entry_before EXCEPT FROM entry_now));

CREATE TEMP TABLE changed_key AS SELECT key FROM changed_run UNION SELECT key FROM changed_entry
