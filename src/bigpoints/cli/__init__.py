"""The command `bigpoints`. Imports everything else; nothing imports it."""
