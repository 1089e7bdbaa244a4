SELECT DISTINCT source, of_study AS study, false AS by_step FROM role_cell
