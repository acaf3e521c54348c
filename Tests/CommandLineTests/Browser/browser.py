"""A page in headless Chromium, and what it holds, read without the page's own code."""

import base64
import json
import re
import sys
import zlib

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"


def blocks(path):
    """The report and the sessions that a page holds, by their ids."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = re.findall(r'<script type="text/plain" id="([a-z0-9-]+)">([A-Za-z0-9+/=]*)</script>', text)
    return {name: json.loads(zlib.decompress(base64.b64decode(data), -15)) for name, data in found}


def check(holds, sentence):
    """Says what is so; ends the program where it is not."""
    if not holds:
        print(f"not so: {sentence}")
        sys.exit(1)
    print(f"ok: {sentence}")


class Browser:
    """Opens pages, and remembers whatever they complain of or ask the network for."""

    def __init__(self, path):
        self.url = "file://" + path
        self.complaints = []
        self.requests = []

    def __enter__(self):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        return self

    def __exit__(self, *_):
        self.browser.close()
        self.playwright.stop()

    def open(self, address="", width=1280, height=800, scheme="light", **options):
        context = self.browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **options)
        page = context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(self.url + address)
        page.wait_for_selector("html[data-ready]", timeout=30000)
        return page

    def check_quiet(self):
        """Nothing was complained of, and nothing asked for but the file itself."""
        check(not self.complaints, f"the console stays empty {self.complaints[:3]}")
        others = [url for url in self.requests if url.split("#")[0] != self.url and not url.startswith("blob:null")]
        check(self.requests and not others, f"nothing is asked of the network {others[:3]}")


def text(page, name):
    """What an element for tests says."""
    return page.get_by_test_id(name).inner_text()


def until(page, expression):
    """Waits for something; by asking again, for the page allows no code to be made of a text."""
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    check(False, expression)


def visible(text):
    """A text as the page shows it: control characters and marks of direction spelled out."""
    marks = "[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
    return re.sub(marks, lambda mark: "\\u{%x}" % ord(mark.group()), text)


def squeezed(text):
    """A text without regard to how its spaces are laid out."""
    return " ".join(text.split())
