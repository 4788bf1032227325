"""Exact two-player search: alpha-beta with bounds and a table. Imports the kernel's own files, never the search."""
