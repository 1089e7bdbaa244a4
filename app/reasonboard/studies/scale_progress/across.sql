-- What this page reads of all sources together.

UPDATE scale_run SET number = renumbered.number FROM renumbered WHERE renumbered.name = model;
