UPDATE selection SET number = renumbered.number FROM renumbered WHERE renumbered.name = selector;
