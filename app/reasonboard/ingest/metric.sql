INSERT INTO metric VALUES ($name, $label, $unit, $higher_is_better, $proportion)
