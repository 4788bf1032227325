"""Messages between server and clients: what they ask, what they see. Imports table."""
