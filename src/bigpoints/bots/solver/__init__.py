"""Positions and boards under perfect play. Imports the kernel and the bot protocol, never another bot."""
