-- What the touched sources had before: new loads had nothing.
SELECT EXISTS (FROM source WHERE id IN (FROM touched_source)) OR EXISTS (FROM written_name WHERE loaded_as IN (FROM touched_source));

CREATE TEMP TABLE stale_run AS SELECT id FROM run WHERE source IN (FROM touched_source);

CREATE TEMP TABLE stale_key AS
SELECT key FROM changed_run UNION SELECT key FROM loaded_run WHERE loaded_as IN (FROM touched_source);

SELECT true;
