INSERT INTO loaded_measurement SELECT * FROM staged_loaded_measurement
