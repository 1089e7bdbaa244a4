-- The sets of problems that can be listed. Of A alone there are no flips between models, but between attempts.
SELECT value, label
FROM (
    VALUES
        (1, 'flipped', 'Flipped', true), (2, 'a', 'A right, B wrong', true), (3, 'b', 'B right, A wrong', true),
        (4, 'wrong', 'Both wrong', true), (5, 'right', 'Both right', true), (6, 'all', 'All', true),
        (1, 'wrong', 'Wrong', false), (2, 'right', 'Right', false), (3, 'flipped', 'Flipped between attempts', false),
        (4, 'all', 'All', false)
) AS choice (place, value, label, of_pair)
WHERE of_pair = ($b <> '')
ORDER BY place
