INSERT INTO alias_model
VALUES ($raw, $name, $family, $params_b, $steps, $step, $iteration, $usd_per_mtok, $priced)
