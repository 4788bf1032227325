"""REST, a file for each kind of thing. A route parses, makes one call and answers."""
