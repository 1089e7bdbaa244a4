"""The texts of answers, read where they stand when somebody wants to see them: one module per kind of file."""
