-- The staged numbers as all that there are.
DROP TABLE loaded_measurement;
ALTER TABLE staged_loaded_measurement RENAME TO loaded_measurement;
