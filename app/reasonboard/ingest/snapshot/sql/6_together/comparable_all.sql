-- In a snapshot that is made anew all sources are new, and all their numbers can be compared.
CREATE TEMP TABLE touched_source AS SELECT id AS source FROM source;
CREATE TEMP TABLE renumbered (name TEXT, number BIGINT);
CREATE TEMP VIEW comparable_result AS FROM plain_result;
CREATE TEMP VIEW comparable_cell AS FROM cell;
CREATE TEMP VIEW comparable_bound AS FROM bound;
