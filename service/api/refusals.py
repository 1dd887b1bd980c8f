"""Refusals that only HTTP knows."""

from service.errors import Refused


class Malformed(Refused):
    """What was sent can't be read."""

    code = "malformed"


class UnsupportedMediaType(Refused):
    """The body is no JSON in UTF-8."""

    code = "unsupported-media-type"
