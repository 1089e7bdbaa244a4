INSERT INTO model VALUES ($name, $aliases, $family, $params_b, $inferred)
