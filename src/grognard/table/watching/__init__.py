"""Looking on: whom one follows, and tables that their players show to everybody, with the house's delay."""
