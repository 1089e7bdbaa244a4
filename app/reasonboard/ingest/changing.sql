-- What an edit of the loaded runs notes: the runs that it changes, each with the load that it stood or stands in, and the
-- aliases before it.
CREATE TEMP TABLE changed_run (key TEXT, loaded_as TEXT);

CREATE TEMP TABLE alias_before AS
SELECT raw, alias_model::TEXT AS alias FROM alias_model UNION ALL SELECT raw, alias_benchmark::TEXT FROM alias_benchmark;
