"""Tree search: UCT, and PUCT guided by a small network. Imports the kernel's own files, never the solver."""
