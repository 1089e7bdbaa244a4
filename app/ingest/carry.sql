-- What was loaded before, out of the snapshot attached as `old`.
INSERT INTO loaded_file BY NAME SELECT * FROM old.loaded_file;
INSERT INTO loaded_run BY NAME SELECT * FROM old.loaded_run;
INSERT INTO loaded_measurement BY NAME SELECT * FROM old.loaded_measurement;
INSERT INTO sample BY NAME SELECT * FROM old.sample;
