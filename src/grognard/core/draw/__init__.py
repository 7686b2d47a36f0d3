"""The parts of a picture: the sheet and its geometry, land, ways, names and counters. `core.svg` puts them together."""
