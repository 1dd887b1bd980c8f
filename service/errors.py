"""Errors of the service that no single layer owns."""


class HubcapsError(Exception):
    """Every error that this service raises on purpose, apart from the rules' own."""


class StoreError(HubcapsError):
    """The store answered something that nobody asked for: a fault of ours or of its configuration."""


class StoreUnavailable(StoreError):
    """The store gave no answer in time (1.8 s in all), or cannot write now. Whether a commit counts is not known."""


class TooManyWaits(HubcapsError):
    """The process holds as many waiting polls as it can."""
