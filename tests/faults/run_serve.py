"""`hubcaps serve` with the small application in place of the API."""

import os
import sys

from service.errors import HubcapsError
from service.settings import Settings, SettingsError
from service.supervisor import serve

if __name__ == "__main__":
    try:
        serve(
            Settings.from_environment(os.environ),
            lambda address: print(f"ready {address}", flush=True),
            "small_app:app",
        )
    except (HubcapsError, SettingsError) as error:
        print(error, file=sys.stderr)
        sys.exit(1)
