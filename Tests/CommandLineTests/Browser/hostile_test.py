"""A page of a trace whose every name is hostile: hostile_test.py PAGE.html NAME... Nothing of it takes effect, and all of it is shown."""

import sys

from browser import Browser, blocks, check, squeezed, visible

path, names = sys.argv[1], sys.argv[2:]
data = blocks(path)

with Browser(path) as browser:
    page = browser.open()
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    expected = page.evaluate("[...document.querySelectorAll('script')].length")
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    page.locator("[data-testid=finding], [data-testid=open-session]").first.click()
    page.wait_for_selector("[data-testid^=lane-] svg")
    page.get_by_role("button", name="Whole session").click()
    page.wait_for_timeout(500)
    shown = squeezed(page.locator("body").evaluate("(body) => body.textContent")) + squeezed(page.title())
    for name in names:
        check(squeezed(visible(name)) in shown, f"the page shows {visible(name)!r} as it is")
    check(page.evaluate("document.querySelectorAll('img, iframe, object, embed, form[action], b[onmouseover], svg script, a[href^=javascript]').length") == 0, "no element comes from a name")
    check(page.evaluate("[...document.querySelectorAll('script')].length") == expected == len(data) + 1, "no script comes from a name")
    check(page.evaluate("Object.keys(window).filter((key) => key.startsWith('hacked')).length") == 0, "no name runs")
    steering = page.evaluate(r"/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test([...document.querySelectorAll('body :not(script)')].map((element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('')).join(''))")
    check(not steering, "no name steers the direction of writing")
    check(not dialogs, "no dialog comes up")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    check(wide <= 0, "long names do not widen the page")
    browser.check_quiet()
