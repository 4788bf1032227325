"""Many games stepped side by side. Imports the kernel's own files, never search or solver."""
