INSERT INTO benchmark VALUES ($name, $aliases, $groups, $exact, $domain, $items, $chance_level, $aggregate, $texts, $fields)
