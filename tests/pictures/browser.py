"""A real browser for page tests: headless Chromium, controlled through its driver.

Without a browser the tests are skipped, unless VANUATU_BROWSER makes it mandatory.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
)  # fmt: skip
WATCH = """
const look = () => {
  const current = document.getElementById("current");
  if (!current || !current.textContent) setTimeout(look, 1);
  else requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
};
look();
"""
SETTLED = 10.0  # seconds that a page may take for anything


def _missing(what: str) -> None:
    if os.environ.get("VANUATU_BROWSER"):
        pytest.fail(f"VANUATU_BROWSER asks for a browser, and there is no {what}")
    pytest.skip(f"there is no {what} here")


class Browser:
    """One window of Chromium."""

    def __init__(self, folder: Path) -> None:
        if find_spec("selenium") is None:
            _missing("selenium")
        chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
        if chromium is None or driver is None:
            _missing("chromium with its chromedriver")
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        options.binary_location = str(chromium)
        for option in (*QUIET, f"--user-data-dir={folder / 'profile'}"):
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(str(driver)))

    def close(self) -> None:
        self.driver.quit()

    def look(self, width: int, height: int, *, night: bool = False) -> None:
        """Set the window size and the colour scheme."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        feature = {"name": "prefers-color-scheme", "value": "dark" if night else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def open(self, page: Path, place: str = "") -> None:
        """A page of this disk, from anew; then what was logged before is forgotten."""
        self.driver.get("about:blank")
        self.logged()
        self.requests()
        self.driver.get(page.as_uri() + place)

    def milliseconds_until_drawn(self, page: Path) -> float:
        """Open a page of games; return the time from its request until its first game is painted."""
        self.driver.get("about:blank")
        added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        self.driver.get(page.as_uri())
        self.until("window.painted > 0", True)
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
        return float(self.run("return window.painted"))

    def run(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, *values)

    def until(self, script: str, wanted: object) -> None:
        """Wait until an expression has a value."""
        from selenium.webdriver.support.ui import WebDriverWait

        found: list[object] = [None]

        def there(_: object) -> bool:
            found[0] = self.run(f"return {script}")
            return found[0] == wanted

        try:
            WebDriverWait(self.driver, SETTLED, 0.02).until(there)
        except Exception as error:
            raise AssertionError(f"{script} is {found[0]!r}, not {wanted!r}") from error

    def press(self, *keys: str) -> None:
        from selenium.webdriver import ActionChains

        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def click(self, selector: str) -> None:
        from selenium.webdriver.common.by import By

        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def drag(self, selector: str, right: int) -> None:
        """Press the mouse in the middle of an element, move it to the right, and release it."""
        from selenium.webdriver import ActionChains
        from selenium.webdriver.common.by import By

        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        ActionChains(self.driver).click_and_hold(element).move_by_offset(right, 0).release().perform()

    def logged(self) -> list[str]:
        """Return the console messages since the last call."""
        entries: list[dict[str, Any]] = self.driver.get_log("browser")
        return [entry["message"] for entry in entries]

    def requests(self) -> list[str]:
        """Return the addresses requested since the last call."""
        entries: list[dict[str, Any]] = self.driver.get_log("performance")
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    def shot(self, selector: str) -> str:
        """Return a picture of an element as a base64 PNG."""
        from selenium.webdriver.common.by import By

        return str(self.driver.find_element(By.CSS_SELECTOR, selector).screenshot_as_base64)

    def difference(self, one: str, other: str, x: float, y: float) -> float:
        """How different a picture is from the part of another one at (x, y): 0 to 255, the mean."""
        script = """
        const [one, other, x, y, done] = arguments;
        const load = (data) => new Promise((ready) => {
          const image = new Image();
          image.onload = () => ready(image);
          image.src = "data:image/png;base64," + data;
        });
        Promise.all([load(one), load(other)]).then(([a, b]) => {
          const pixels = (image, dx, dy) => {
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [a.width, a.height];
            const sheet = canvas.getContext("2d");
            sheet.drawImage(image, -dx, -dy);
            return sheet.getImageData(0, 0, a.width, a.height).data;
          };
          const p = pixels(a, 0, 0), q = pixels(b, x, y);
          let sum = 0;
          for (let i = 0; i < p.length; i++) sum += Math.abs(p[i] - q[i]);
          done(sum / p.length);
        });
        """
        self.driver.get("about:blank")
        return float(self.driver.execute_async_script(script, one, other, x, y))


@contextmanager
def browsing(folder: Path) -> Iterator[Browser]:
    browser = Browser(folder)
    try:
        yield browser
    finally:
        browser.close()
