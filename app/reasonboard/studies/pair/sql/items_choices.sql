-- The sets of problems that can be listed. Of A alone there are no flips between models, but between attempts. A graded score
-- is neither right nor wrong, so its sets have other words.
-- $graded: the row of studies/pair/sides.
SELECT value, CASE $graded WHEN '' THEN label ELSE graded_label END AS label
FROM (
    VALUES
        (1, 'flipped', 'Flipped', 'Not alike', true), (2, 'a', 'A right, B wrong', 'A higher', true),
        (3, 'b', 'B right, A wrong', 'B higher', true), (4, 'wrong', 'Both wrong', 'Alike, 0 or less', true),
        (5, 'right', 'Both right', 'Alike, above 0', true), (6, 'all', 'All', 'All', true),
        (1, 'all', 'All', 'All', false), (2, 'wrong', 'Wrong', 'Scored 0', false),
        (3, 'right', 'Right', 'Scored 1', false), (4, 'flipped', 'Flipped between attempts', 'Other scores', false)
) AS choice (place, value, label, graded_label, of_pair)
WHERE of_pair = ($b <> '')
ORDER BY place
