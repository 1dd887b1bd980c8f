"""What "in time" means in a test: the contract's bound, on a machine that is not overloaded."""

import os


def in_time(at: int, due: int, within_ms: int = 1_000) -> bool:
    """Never early, and at most `within_ms` late; where more wants to run than there are processors, as much later as
    everything is there (the contract's second holds while the processes are not overloaded).
    """
    crowded = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    return due <= at <= due + within_ms * crowded
