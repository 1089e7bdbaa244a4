"""How large the code is, how its rooms depend on each other, and what one change of a dropdown runs."""
