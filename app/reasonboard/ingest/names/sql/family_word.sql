CREATE TEMP TABLE family_word AS SELECT unnest($words::TEXT[]) AS word, unnest($spellings::TEXT[]) AS spelling, unnest($names::TEXT[]) AS name
