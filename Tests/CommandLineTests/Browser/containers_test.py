"""Which page a phone shows where pages are parts of others: containers_test.py PAGE.html TIME=CLASS... The page has one recording."""

import sys

from browser import Browser, check, squeezed, text

path, *expected = sys.argv[1:]
with Browser(path) as browser:
    page = browser.open()
    page.wait_for_selector("[data-testid^=lane-] svg")
    # Each step of the cursor is an event; what is asked for is told once the cursor has passed its time.
    told = {}
    page.keyboard.press("Home")
    for _ in range(40):
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        at = float(text(page, "cursor-time").split(" ms")[0].replace(",", ""))
        told[at] = squeezed(text(page, "phone-recorded"))
        page.keyboard.press("ArrowRight")
    for pair in expected:
        at, name = pair.split("=")
        check(name in told.get(float(at), ""), f"at {at} ms the phone is on {name}: {told.get(float(at))}")
    browser.check_quiet()
