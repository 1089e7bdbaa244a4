-- All declared studies: their marks are made of the sources of this database. Gives how many there are.
SELECT EXISTS (FROM declared_study);

CREATE OR REPLACE TEMP TABLE declared_anew AS SELECT path FROM declared_study;

SELECT count(*) FROM declared_anew;
