"""Hubcaps, the rules: pure, on the standard library and msgspec alone. A folder here is a game, a file is shared."""
