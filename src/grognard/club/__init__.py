"""The club: ratings and tournaments, from plain values to plain values. No database, no network, no clock is read."""
