-- The studies that were declared, changed or taken out by this edit. Gives how many there are.
SELECT EXISTS (FROM changed_entry WHERE of_table = 'declared_study');

CREATE OR REPLACE TEMP TABLE declared_anew AS SELECT name AS path FROM changed_entry WHERE of_table = 'declared_study';

SELECT count(*) FROM declared_anew;
