"""Migrations of the database, one in each file of `versions/`. Alembic runs `env.py`. Imports the schema only."""
