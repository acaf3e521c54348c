"""How fast a large page is: speed_test.py PAGE.html FINDINGS SESSIONS. Says what it measures; what depends on the machine fails only far beyond."""

import sys

from browser import Browser, blocks, check

path, findings, sessions = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
data = blocks(path)
check(len(data["report"]["findings"]) >= findings, f"the page has {len(data['report']['findings'])} findings")
check(len(data["report"]["sessions"]) >= sessions, f"and {len(data['report']['sessions'])} sessions")

FRAMES = """(act) => new Promise((done) => {
  const times = [];
  const turn = (now) => {
    times.push(now);
    if (times.length > 90) return done(times.slice(1).map((time, index) => time - times[index]).sort((a, b) => a - b));
    (new Function('step', act))(times.length);
    requestAnimationFrame(turn);
  };
  requestAnimationFrame(turn);
})"""


def frames(page, what, act):
    lengths = page.evaluate(FRAMES.replace("(new Function('step', act))(times.length)", f"((step) => {{ {act} }})(times.length)"), "")
    middle, late = lengths[len(lengths) // 2], lengths[int(len(lengths) * 0.95)]
    print(f"{what}: a frame takes {middle:.1f} ms, 19 of 20 no more than {late:.1f} ms")
    check(middle < 167, f"{what} is no slide show")


with Browser(path) as browser:
    ready = []
    for _ in range(3):
        page = browser.open()
        ready.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))
        page.close()
    print(f"from the start to the list of findings: {min(ready):.0f} ms (of {[round(one) for one in ready]})")
    check(min(ready) < 10_000, "the page opens")
    page = browser.open()
    elements = page.evaluate("document.querySelectorAll('*').length")
    check(elements < 14 * len(data["report"]["findings"]) + 4000, f"{elements} elements stand for that")
    frames(page, "scrolling the list", "scrollTo(0, step * 120);")
    page.locator("[data-testid=finding]").first.click()
    page.wait_for_selector("[data-testid^=lane-] svg")
    page.get_by_role("button", name="Whole session").click()
    frames(page, "stepping through the whole session", "dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));")
    page.get_by_role("button", name="Play", exact=True).click()
    frames(page, "playing", "")
    page.get_by_role("button", name="Whole session").click()
    # Where all is seen there is nowhere to go.
    for _ in range(2):
        page.keyboard.press("w")
    frames(page, "moving over the lanes", "dispatchEvent(new KeyboardEvent('keydown', { key: step % 30 < 15 ? 'd' : 'a' }));")
    frames(page, "zooming", "dispatchEvent(new KeyboardEvent('keydown', { key: step % 30 < 15 ? 'w' : 's' }));")
    browser.check_quiet()
