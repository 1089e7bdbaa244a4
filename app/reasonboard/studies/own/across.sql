-- The marks of the studies that were declared, changed or taken out by this edit: those of all sources.
CREATE OR REPLACE TEMP TABLE declared_anew AS
SELECT path FROM (FROM declared_study EXCEPT FROM declared_before)
UNION
SELECT path FROM (FROM declared_before EXCEPT FROM declared_study);

DELETE FROM role_cell WHERE of_study IN (FROM declared_anew);

INSERT INTO role_cell BY NAME
FROM declared_cell
WHERE of_study IN (FROM declared_anew)
ORDER BY of_study, metric, source, panel, colour, x;

DROP TABLE declared_anew;
