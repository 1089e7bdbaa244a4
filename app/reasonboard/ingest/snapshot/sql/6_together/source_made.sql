-- Note this publish for the touched sources, or for `every` one.
DELETE FROM source_made WHERE $every OR source IN (FROM touched_source) OR source NOT IN (SELECT id FROM source);

INSERT INTO source_made SELECT id, $made FROM source WHERE id NOT IN (SELECT source FROM source_made);
