UPDATE type_panel SET number = renumbered.number FROM renumbered WHERE renumbered.name = method;
