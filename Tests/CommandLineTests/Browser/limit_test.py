"""A page with more findings than it lists: limit_test.py PAGE.html. It says so, every count is the true one, and links beyond the limit are answered."""

import sys

from browser import Browser, blocks, check, squeezed, text

path = sys.argv[1]
report = blocks(path)["report"]
total, listed = report["total"], report["listed"]
check(total > listed == len(report["findings"]), f"{listed} of {total} findings are listed")

with Browser(path) as browser:
    page = browser.open()
    check(f"lists {listed:,} of {total:,} findings" in text(page, "limit"), "the page says so")
    check(page.get_by_test_id("limit").bounding_box()["y"] < 400, "at its top")
    words = squeezed(page.locator("#found").inner_text())
    for part in report["sections"]:
        check(f"{part['title']} {part['count']:,} finding" in words, f"{part['title']}: {part['count']:,} are told, listed or not")
    check("Nothing" not in words, "what is not listed is not said to be nothing")
    page.keyboard.press("/")
    check(f"{listed:,} of {listed:,} listed; {total:,} findings in all" == text(page, "count"), "the filters say what they look through")
    rule = report["findings"][0]["rule"]
    page.get_by_test_id("filter-text").fill(rule)
    passing = page.get_by_test_id("finding").count()
    check(text(page, "count") == f"{passing:,} of {listed:,} listed; {total:,} findings in all", "also while they are used")
    page.close()
    beyond, command = next(iter(report["beyond"].items()))
    page = browser.open(f"#f={beyond}")
    trouble = page.locator("#trouble").inner_text()
    check("beyond the limit" in trouble and command in trouble and "mended" not in trouble, f"a link to one beyond the limit is answered: {command}")
    page.close()
    browser.check_quiet()
