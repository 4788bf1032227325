"""Commands, a file for each or for a few about one thing: parse, make one call, print. Imports play and show."""
