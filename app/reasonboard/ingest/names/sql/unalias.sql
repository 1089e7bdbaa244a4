-- Aliases are given as a whole: new ones take the place of the old.
DELETE FROM alias_model;
DELETE FROM alias_benchmark;
