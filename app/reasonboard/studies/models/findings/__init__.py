"""Its findings."""
