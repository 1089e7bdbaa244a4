"""The tables of files, each as a grid of cells: headers, rows, and what is written around them."""
