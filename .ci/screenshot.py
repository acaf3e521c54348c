"""Takes the picture that .ci/screenshot asks for, or compares what the page says with what it said when the picture was taken.

Letters look different wherever other fonts are installed, so pictures are not compared: the words of the page that are in the picture stand
beside it, as the picture's description for who does not see it.
"""

import sys

from browser import Browser, check, until

arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
path, picture = arguments
with Browser(path) as browser:
    page = browser.open(width=1400, height=1000)
    page.get_by_test_id("filter-box").locator("summary").click()
    page.get_by_test_id("filter-rule").select_option("wrong-page")
    page.get_by_test_id("clear").click()
    page.get_by_test_id("finding").first.click()
    until(page, "document.querySelectorAll('.lane > svg').length == 2")
    page.evaluate("document.querySelector('#detail').scrollIntoView()")
    page.wait_for_timeout(600)
    parts = [page.get_by_test_id(part).inner_text() for part in ("verdict", "told", "because", "cursor-time", "phone-recorded", "phone-candidate")]
    words = "\n".join(" ".join(part.split()) for part in parts) + "\n"
    described = picture.removesuffix(".png") + ".txt"
    if "--check" in sys.argv:
        with open(described, encoding="utf-8") as file:
            check(file.read() == words, "the picture shows what the page says today; else run .ci/screenshot")
    else:
        page.mouse.move(0, 0)
        page.screenshot(path=picture)
        with open(described, "w", encoding="utf-8") as file:
            file.write(words)
        print(picture)
