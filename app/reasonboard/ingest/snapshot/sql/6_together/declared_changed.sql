-- The studies that were declared, changed or taken out by this edit. Gives how many there are.
SELECT EXISTS (FROM declared_study) OR EXISTS (FROM declared_before);

CREATE OR REPLACE TEMP TABLE declared_anew AS
SELECT path FROM (FROM declared_study EXCEPT FROM declared_before)
UNION
SELECT path FROM (FROM declared_before EXCEPT FROM declared_study);

SELECT count(*) FROM declared_anew;
