"""The arena: matches between bots on mirrored boards, what they prove, and how sure it is."""
