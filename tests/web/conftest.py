"""A real browser: Chromium without a window. Skipped only where there is none, never when REQUIRE_BROWSER=1."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from tests.served.service import Served, served


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service as it runs."""
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A browser that writes down every request that it makes."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (program and driver):
        assert os.environ.get("REQUIRE_BROWSER") != "1", "a browser is required, and there is none"
        pytest.skip("there is no chromium here")
    options = ChromeOptions()
    options.binary_location = program
    profile: Path = tmp_path_factory.mktemp("chromium")
    for word in ("headless", "no-sandbox", "disable-gpu", "no-first-run", "disable-background-networking"):
        options.add_argument(f"--{word}")
    options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    opened = Chrome(options=options, service=ChromeService(driver))
    yield opened
    opened.quit()
