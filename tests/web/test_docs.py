"""The pages in a real browser."""

import json
from typing import Any

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.served.service import Served


def requested(browser: Chrome) -> list[str]:
    """The addresses of everything that was loaded since the last time."""
    messages: list[dict[str, Any]] = [
        json.loads(entry["message"])["message"] for entry in browser.get_log("performance")
    ]
    sent = (message["params"] for message in messages if message["method"] == "Network.requestWillBeSent")
    return [each["request"]["url"] for each in sent]


def complaints(browser: Chrome) -> list[str]:
    """What the browser found wrong since the last time."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


def opened(browser: Chrome, address: str) -> None:
    requested(browser)
    complaints(browser)
    browser.get(address)


def test_the_docs_show_every_operation_and_load_nothing_from_elsewhere(browser: Chrome, service: Served) -> None:
    opened(browser, f"{service.address}/docs")
    document = service.http.get("/openapi.json").json()
    operations = [
        operation["operationId"]
        for path in document["paths"].values()
        for operation in path.values()
        if "operationId" in operation
    ]

    WebDriverWait(browser, 20).until(lambda page: page.find_elements(By.CSS_SELECTOR, ".opblock"))

    shown = [block.get_attribute("id") or "" for block in browser.find_elements(By.CSS_SELECTOR, ".opblock")]
    assert {name.rpartition("-")[2] for name in shown} == set(operations)
    loaded = [address for address in requested(browser) if not address.startswith("data:")]
    assert len(loaded) >= 4
    assert [address for address in loaded if not address.startswith(f"{service.address}/")] == []
    assert complaints(browser) == []


def test_an_operation_can_be_tried_from_the_docs(browser: Chrome, service: Served) -> None:
    opened(browser, f"{service.address}/docs")
    wait = WebDriverWait(browser, 20)
    block = wait.until(lambda page: page.find_element(By.ID, "operations-rulesets-listRulesets"))
    block.find_element(By.CSS_SELECTOR, ".opblock-summary-control").click()
    wait.until(lambda _: block.find_element(By.CSS_SELECTOR, ".try-out__btn")).click()
    wait.until(lambda _: block.find_element(By.CSS_SELECTOR, ".execute")).click()

    status = wait.until(
        lambda _: block.find_element(By.CSS_SELECTOR, ".live-responses-table .response .response-col_status")
    )

    assert status.text.split()[0] == "200"
    assert complaints(browser) == []


def test_the_front_page_says_what_this_is_and_leads_on(browser: Chrome, service: Served) -> None:
    opened(browser, f"{service.address}/")

    links = [link.get_attribute("href") for link in browser.find_elements(By.TAG_NAME, "a")]

    assert browser.title == "Hubcaps"
    assert f"{service.address}/docs" in links
    assert {service.http.get(link).status_code for link in links if link} == {200}
    assert [address for address in requested(browser) if not address.startswith((service.address, "data:"))] == []
    assert complaints(browser) == []
