"""The Movement Phases: entry, reach, roads, moving, leaving the map, and why not."""
