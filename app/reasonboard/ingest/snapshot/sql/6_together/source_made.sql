-- Note this publish for the touched sources, or for `every` one.
INSERT OR REPLACE INTO source_made
SELECT id, $made FROM source WHERE $every OR id IN (FROM touched_source) OR id NOT IN (SELECT source FROM source_made)
