INSERT INTO alias_benchmark VALUES ($raw, $name)
