-- `sample` of a store without answers.
CREATE TEMP TABLE sample (
    run TEXT, sha256 TEXT, benchmark TEXT, metric TEXT, item TEXT, repeat INTEGER, score DOUBLE, unit TEXT, tokens_in INTEGER,
    tokens_out INTEGER, finish TEXT, text_file TEXT, place BIGINT, problem BIGINT, answer BIGINT,
    item_fields TEXT
);
