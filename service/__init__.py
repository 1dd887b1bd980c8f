"""Hubcaps, the service: stateless, in four thin layers over the rules."""
