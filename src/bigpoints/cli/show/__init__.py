"""Output of commands: score sheets, reports, turns, hints. Imports the console, never play or a command."""
