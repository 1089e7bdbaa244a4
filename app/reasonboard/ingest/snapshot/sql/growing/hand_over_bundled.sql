-- Hand over the touched sources that are bundled, as they are.
SELECT EXISTS (FROM source WHERE rank <= 1000 AND id IN (FROM touched_source));

INSERT INTO fresh.source FROM source WHERE rank <= 1000 AND id IN (FROM touched_source);
INSERT INTO fresh.claim FROM claim WHERE source IN (SELECT id FROM fresh.source);
INSERT INTO fresh.run FROM run WHERE source IN (SELECT id FROM fresh.source);
INSERT INTO fresh.measurement SELECT measurement.* FROM measurement JOIN fresh.run AS bundled ON bundled.id = run;
INSERT INTO fresh.bundled_answered SELECT bundled_answered.* FROM bundled_answered JOIN fresh.run AS bundled ON bundled.id = run;
