"""One file a command: it parses, makes one call and prints. Imports play and show."""
