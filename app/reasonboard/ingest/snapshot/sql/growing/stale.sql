-- The names that get another number, and what the touched sources had.
CREATE TEMP TABLE renumbered AS FROM fresh.identity EXCEPT FROM identity;

-- Had any of them something before? New loads had not.
SELECT EXISTS (FROM source WHERE id IN (FROM touched_source)) OR EXISTS (FROM written_name WHERE loaded_as IN (FROM touched_source));

CREATE TEMP TABLE stale_run AS SELECT id FROM run WHERE source IN (FROM touched_source);

CREATE TEMP TABLE stale_key AS
SELECT key FROM changed_run UNION SELECT key FROM loaded_run WHERE loaded_as IN (FROM touched_source);

SELECT true;
