"""nginx, with the project's own configuration. Skipped only where there is none, never when REQUIRE_NGINX=1."""

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def nginx() -> str:
    """The program; Debian keeps it where only root looks."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        assert os.environ.get("REQUIRE_NGINX") != "1", "nginx is required, and there is none"
        pytest.skip("there is no nginx here")
    return program
