"""Programs that play and solve. Those that search load the compiler when they are made, the others never."""
