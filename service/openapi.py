"""Prints the OpenAPI document: `python -m service.openapi`. A process of its own, since the command imports no HTTP."""

import sys

import msgspec

from service.api.application import routes
from service.api.openapi.document import text

if __name__ == "__main__":
    sys.stdout.write(msgspec.json.format(text(routes())).decode() + "\n")
