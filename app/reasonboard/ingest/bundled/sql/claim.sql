INSERT INTO claim VALUES ($source, $place, $section, $text, $tested, $tested_on)
