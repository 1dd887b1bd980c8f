"""On the path of a process, this makes every logger in it say all that it has to say."""

import logging

logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")
logging.Logger.setLevel = lambda self, level: None  # type: ignore[method-assign]
