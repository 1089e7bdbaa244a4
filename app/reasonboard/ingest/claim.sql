INSERT INTO claim VALUES ($source, $place, $section, $text, $tested)
