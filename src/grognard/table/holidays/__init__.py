"""Holidays of members: clocks that count days stand still meanwhile, and nobody is reminded."""
