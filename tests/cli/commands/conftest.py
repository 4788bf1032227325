"""Databases for the tests of commands."""

from support.databases import database, postgres

__all__ = ["database", "postgres"]
