"""The reliability campaign, `make prove`: kills, damage, hostile input and load, with a verdict for each part."""
