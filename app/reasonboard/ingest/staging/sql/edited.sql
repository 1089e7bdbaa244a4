-- Takes the numbers of the staged runs out of the snapshot, to be changed, and those of other steps of a training that was
-- restarted: some of them can be lost.
SELECT EXISTS (FROM staged_loaded_run SEMI JOIN loaded_run USING (key)) OR EXISTS (FROM staged_loaded_run WHERE lost > 0);

CREATE OR REPLACE TEMP VIEW newly_edited AS
SELECT key FROM staged_loaded_run
UNION
SELECT key FROM loaded_run
WHERE (loaded_as, tool, raw_model) IN (SELECT (loaded_as, tool, raw_model) FROM staged_loaded_run WHERE lost > 0)
EXCEPT
SELECT key FROM (FROM edited_run UNION ALL SELECT key FROM changed_run);

INSERT INTO loaded_measurement BY NAME FROM stated_measurement WHERE run IN (FROM newly_edited);

INSERT INTO edited_run FROM newly_edited;
