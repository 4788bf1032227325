"""The arena: matches between bots on mirrored boards, ratings with intervals, and sequential tests."""
