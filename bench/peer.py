"""Random play in RLCard's uno, for as many seconds as told: run by the peers' own virtual environment."""

import random
import sys
import time

import rlcard


def measure(seconds: float) -> float:
    """Decisions a second."""
    env = rlcard.make("uno")
    decisions, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
    return decisions / (time.perf_counter() - start)


if __name__ == "__main__":
    print(measure(float(sys.argv[1])))
