SELECT DISTINCT source, of_study FROM role_cell
