"""Big Points in a terminal: the commands, the engine protocol and the game itself."""
