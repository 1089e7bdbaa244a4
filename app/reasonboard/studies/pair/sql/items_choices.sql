-- The sets of problems that can be listed. Of A alone there are no flips between models, but between attempts.
SELECT value, label
FROM (
    VALUES
        (1, 'flipped', 'Flipped', true), (2, 'a', 'A right, B wrong', true), (3, 'b', 'B right, A wrong', true),
        (4, 'wrong', 'Both wrong', true), (5, 'right', 'Both right', true), (6, 'all', 'All', true),
        (1, 'all', 'All', false), (2, 'wrong', 'Wrong', false), (3, 'right', 'Right', false),
        (4, 'flipped', 'Flipped between attempts', false)
) AS choice (place, value, label, of_pair)
WHERE of_pair = ($b <> '')
ORDER BY place
