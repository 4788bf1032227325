"""The engine protocol (BPI), both ways: programs as bots, and our bots as a program. Imports the bots and the rules."""
