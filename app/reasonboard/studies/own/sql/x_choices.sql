-- The places of the x axis: in the order that the study states, else in their own.
SELECT x AS value, x AS label
FROM (SELECT DISTINCT x FROM role_cell WHERE of_study = $study AND metric = $metric) AS place
ORDER BY (SELECT list_position(x_order, place.x) FROM declared_study WHERE path = $study), name_order(place.x)
