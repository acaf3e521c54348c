"""A report page as its readers use it: page_test.py PAGE.html. The page has a new finding whose session is within."""

import sys

from browser import Browser, blocks, check, squeezed, text, until, visible

path = sys.argv[1]
data = blocks(path)
report = data["report"]
finding = next(entry for entry in report["findings"] if any(place["block"] is not None for place in entry["places"]))
block = next(place["block"] for place in finding["places"] if place["block"] is not None)
session = data[f"session-{block}"]
own = next(entry for entry in session["findings"] if entry["f"] == finding["f"] and entry["status"] == finding["status"])
sides = [side for side in ("recorded", "candidate") if session[side]]
is_view = report["purpose"] == "view"


def cursor(page):
    return float(text(page, "cursor-time").split(" ms")[0].replace(",", ""))


def settle(page):
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def pages_seen(run, at):
    """Of each scene the class of the page that came last of those that are there and that contain no other."""
    there = []
    for track in run["tracks"]:
        for start, end, state, _ in track["slices"] if track["group"] == "pages" else []:
            end = run["end"] if end is None else end
            if start <= at and (at < end or at >= run["end"] == end) and state in ("comes", "on"):
                there.append((start, len(there), track))
    inner = [entry for entry in there if not any(other[2].get("container") == entry[2]["name"] for other in there)]
    scenes = sorted({entry[2].get("scene", 0) for entry in inner})
    last = [max((entry for entry in inner if entry[2].get("scene", 0) == scene), key=lambda entry: entry[:2])[2] for scene in scenes]
    return [track["class"] or track["name"] for track in last]


def seen(run, at):
    """The names of the popups that are up at a time."""
    up = []
    for track in run["tracks"]:
        if track["group"] != "popups":
            continue
        for start, end, state, _ in track["slices"]:
            end = run["end"] if end is None else end
            if start <= at and (at < end or at >= run["end"] == end) and state in ("shown", "leaves"):
                up.append(track["name"])
    return up


def box(page, side):
    """Where a lane is, once it is in sight: a pointer cannot go elsewhere."""
    lane = page.get_by_test_id(f"lane-{side}")
    lane.scroll_into_view_if_needed()
    return lane.bounding_box()


def check_phones(page):
    at = cursor(page)
    for side in sides:
        words = squeezed(text(page, f"phone-{side}"))
        up = seen(session[side], at)
        check(all(squeezed(visible(name)) in words for name in up), f"at {at} ms the {side} phone shows {up}")
        check(up or "no popup" in words, f"at {at} ms the {side} phone says where nothing is up")
        shown = pages_seen(session[side], at)
        check(all(squeezed(visible(name)) in words for name in shown or ["no page"]), f"at {at} ms the {side} phone is on {shown}")


def unfolded(page):
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")


def check_first_screen(page):
    """What stands there before anything is opened: the verdict, why, and what fails; all else is folded behind its count."""
    tops = page.evaluate("['#verdict', '#why', '#list', '#rest', '#parts'].map((part) => document.querySelector(part).getBoundingClientRect().top)")
    check(tops[0] < tops[2] <= tops[3] <= tops[4], "the verdict, then what fails, then the rest")
    if report["why"]:
        check(tops[0] < tops[1] < tops[2], "why stands between them")
        why = squeezed(text(page, "why"))
        check(all(squeezed(visible(reason["label"])) in why and squeezed(visible(reason["words"])) in why for reason in report["why"]), f"{len(report['why'])} reasons are told")
        broken = [metric for metric in report["metrics"] if any(limit["broken"] for limit in metric["limits"])]
        check(not broken or any(reason["kind"] == "limit" and reason["label"].startswith(broken[0]["metric"]) for reason in report["why"]), "a limit that breaks is among them")
        for number, reason in enumerate(report["why"]):
            page.locator("#why button").nth(number).click()
            focused = page.evaluate("document.activeElement.checkVisibility() && document.activeElement !== document.body && document.activeElement.tagName")
            check(focused in ("SUMMARY", "BUTTON", "DETAILS"), f"the reason {reason['label']!r} leads to a part of the page")
            part = page.evaluate("document.activeElement.closest('details, li')?.id")
            check({"key": "blame", "limit": "metrics", "accepted": "coverage"}.get(reason["kind"], part) == part, f"namely {part!r}")
        page.reload()
        page.wait_for_selector("html[data-ready]")
    counted = {part["name"]: part["count"] for part in report["sections"]}
    check(sum(counted.values()) == report["total"] and all(part["count"] == sum(rule["count"] for rule in part["rules"]) for part in report["sections"]), "the numbers of the parts add up")
    check(report["total"] > report["listed"] or all(sum(entry["section"] == name for entry in report["findings"]) == count for name, count in counted.items()), "and are those of the list")
    seen = page.evaluate("[...document.querySelectorAll('.finding[data-fingerprint]')].filter((row) => row.checkVisibility()).map((row) => row.dataset.fingerprint)")
    first = [entry for entry in report["findings"] if is_view or entry["section"] == "fails"]
    rows = {(entry["section"], entry["popup"], entry["page"]) for entry in first}
    check(len(seen) == len(rows), f"of what fails each popup and page has one row, {len(rows)} in all")
    words = squeezed(page.locator("#found").inner_text())
    check(all(squeezed(visible(entry["met"])) in words for entry in report["findings"] if entry["f"] in seen), "in a user's words")
    for part in report["sections"]:
        check(part["name"] == "fails" or f"{part['title']} {part['count']:,} finding" in words, f"{part['title']} is folded behind its count, {part['count']:,}")


def check_findings(page):
    unfolded(page)
    check(squeezed(visible(report["verdict"]["sentence"])) == squeezed(text(page, "verdict")), "the verdict is the first thing said")
    rows = page.get_by_test_id("finding").count()
    check(rows == len(report["findings"]), f"all {rows} findings are listed")
    check(squeezed(text(page, "coverage")).find(report["facts"][0]["value"]) >= 0, "what was judged is said")
    if report["outcomes"]:
        check(squeezed(visible(report["outcomes"][0]["popup"])) in squeezed(text(page, "outcomes")), "outcomes that changed are told")
    if report["metrics"]:
        check(report["metrics"][0]["metric"] in text(page, "metrics"), "the metrics are told")
    if report["left"]:
        check(report["left"]["command"] in text(page, "left"), "what is left out is counted, and a command shows it")


def check_filters(page):
    def passing(name, value):
        if name == "popup":
            return [entry for entry in report["findings"] if value in (entry["popup"], entry["other"])]
        if name == "build":
            return [entry for entry in report["findings"] if any(part["build"] == value for part in entry["builds"])]
        return [entry for entry in report["findings"] if entry[name] == value]

    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.get_by_test_id("filter-box").locator("summary").click()
    tried = 0
    for name in ("rule", "severity", "status", "grade", "popup", "page", "build"):
        select = page.get_by_test_id(f"filter-{name}")
        if not select.count():
            continue
        tried += 1
        value = select.locator("option").nth(1).get_attribute("value") or select.locator("option").nth(1).evaluate("(option) => option.value")
        select.select_option(value)
        count = len(passing(name, value))
        check(page.locator("#rest > details:not([open])").count() == 0, "a filter unfolds what passes it")
        check(page.get_by_test_id("finding").count() == count > 0, f"{count} findings pass {name} {value!r}")
        check(text(page, "count").startswith(f"{count:,} of "), f"the count says {count:,}")
        check(f"{name}=" in page.url, f"{name} stands in the address")
        page.reload()
        page.wait_for_selector("html[data-ready]")
        check(page.get_by_test_id("finding").count() == count, f"{name} survives a reload")
        page.get_by_test_id("clear").click()
    check(tried >= 2, f"{tried} filters have something to choose from")
    page.keyboard.press("/")
    page.keyboard.type(finding["f"][:12])
    check(page.get_by_test_id("finding").count() == 1, "/ leads to the text, which finds a fingerprint")
    page.keyboard.press("Escape")
    page.get_by_test_id("filter-text").fill("there is no such word")
    check(page.get_by_test_id("finding").count() == 0 and "passes the filters" in page.locator("#list").inner_text(), "an empty list says so")
    page.get_by_test_id("clear").click()
    check(page.get_by_test_id("finding").count() == len(report["findings"]), "clearing brings everything back")


def open_finding(page):
    unfolded(page)
    page.locator(f"[data-fingerprint='{finding['f']}']").first.click()
    page.wait_for_selector("[data-testid^=lane-] svg")
    settle(page)


def tips(page, side, shapes=".name, .slice"):
    """What a lane says of its shapes when a pointer is over each."""
    return page.get_by_test_id(f"lane-{side}").evaluate("""(lane, shapes) => [...lane.querySelectorAll(shapes)].map((shape) => {
      const { left, top } = shape.getBoundingClientRect();
      shape.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: left + 1, clientY: top + 1 }));
      return lane.title;
    })""", shapes)


def check_lanes(page):
    open_finding(page)
    check(squeezed(visible(own["because"])) == squeezed(text(page, "because")), "the because sentence is told")
    check(squeezed(text(page, "told")) == f"{finding['met']} {finding['rule']}", "and before it what a user meets")
    check(f"f={finding['f']}" in page.url, "the finding stands in the address")
    page.get_by_role("button", name="Whole session").click()
    settle(page)
    for side in sides:
        drawn = tips(page, side)
        for track in session[side]["tracks"]:
            check(visible(track["name"]) in drawn, f"the {side} lane has a row for {track['name']!r}")
        labels = {visible(part[3]) for track in session[side]["tracks"] for part in track["slices"] if (part[1] or session[side]["end"]) - part[0] > session["length"] / 50}
        check(all(any(title.startswith(label + ",") for title in drawn) for label in labels), f"the {side} lane has {len(labels)} kinds of slices")
    if own["witness"]:
        page.get_by_role("button", name="Around the finding").click()
        settle(page)
        shown = page.get_by_test_id(f"lane-{own['run']}").locator(".event.witness").count()
        check(shown >= 1, f"{shown} witnesses are marked in the {own['run']} lane")
        check(all("(witness)" in tip for tip in tips(page, own["run"], ".event.witness")), "a witness has the word, too")
        check(page.get_by_test_id("events").locator(".witness-word").count() >= 1, "the table names the witness")


def check_sessions(page):
    having = [entry for entry in report["sessions"] if f"{finding['status']} {finding['f']}" in entry["findings"]]
    choice = page.locator("#session")
    check(choice.locator("option").count() == len(having), f"{len(having)} sessions that have the finding can be chosen")
    if len(having) > 1:
        other = having[-1] if having[-1]["block"] != block else having[0]
        choice.select_option(str(other["block"]))
        until(page, f"document.querySelector('#detail').dataset.session === '{other['block']}'")
        told = next(entry for entry in data[f"session-{other['block']}"]["findings"] if entry["f"] == finding["f"] and entry["status"] == finding["status"])
        check(squeezed(visible(told["because"])) == squeezed(text(page, "because")), "another one has its own sentence")
        choice.select_option(str(block))
        until(page, f"document.querySelector('#detail').dataset.session === '{block}'")
        settle(page)


def check_cursor(page):
    check(abs(cursor(page) - own["t"]) < 0.01, "the cursor begins where the finding is")
    check_phones(page)
    times = sorted(event[1] for side in sides for event in session[side]["events"])
    before = cursor(page)
    page.keyboard.press("ArrowRight")
    settle(page)
    check(cursor(page) in times and cursor(page) >= before, "→ leads to an event that is no earlier")
    check_phones(page)
    page.keyboard.press("Home")
    settle(page)
    check(cursor(page) == 0, "Home leads to the beginning")
    page.keyboard.press("ArrowRight")
    settle(page)
    check(cursor(page) == next(at for at in times if at > 0) or cursor(page) == times[0], "and → from there to the first event")
    page.keyboard.press("n")
    settle(page)
    witness = {event[1] for event in session[own["run"]]["events"] if event[0] in own["witness"]}
    check(not witness or cursor(page) in witness, "N leads to a witness")
    arrows = page.get_by_test_id(f"lane-{own['run']}").locator(".arrow").count()
    events = {event[0]: event for event in session[own["run"]]["events"]}
    causes = [(events[number], events[events[number][4]]) for number in own["witness"] if number in events and events[number][4] in events]
    # What is caused at once on the same track has no room for an arrow.
    check(not any(event[1] != cause[1] or event[3] != cause[3] for event, cause in causes) or arrows > 0, f"{arrows} arrows lead from causes")
    lane = box(page, own["run"])
    page.mouse.click(lane["x"] + lane["width"] * 0.6, lane["y"] + 10)
    settle(page)
    check_phones(page)
    row = page.get_by_test_id("events").locator(".event-row button").nth(2)
    at = float(row.inner_text().replace(",", ""))
    row.click()
    settle(page)
    check(cursor(page) == at, "a row of the table leads to its event")
    view = "document.querySelector('#lanes').dataset.from + ' ' + document.querySelector('#lanes').dataset.until"
    wide = page.evaluate(view)
    page.locator("#detail").focus()
    page.keyboard.press("w")
    settle(page)
    zoomed = page.evaluate(view)
    page.keyboard.press("d")
    settle(page)
    moved = page.evaluate(view)
    check(len({wide, zoomed, moved}) == 3, "W zooms and D moves the view")


def check_measure(page):
    lane = box(page, own["run"])
    y = lane["y"] + 30
    page.mouse.move(lane["x"] + lane["width"] * 0.4, y)
    page.mouse.down()
    page.mouse.move(lane["x"] + lane["width"] * 0.7, y, steps=5)
    page.mouse.up()
    words = text(page, "measure")
    first, rest = words.split(" – ")
    last, length = rest.split(":")[0], rest.split(": ")[1].split(" ms")[0]
    number = lambda part: float(part.replace(" ms", "").replace(",", ""))
    check(abs(number(last) - number(first) - number(length)) < 0.01 and number(length) > 0, f"a drag measures: {words}")
    inside = sum(1 for event in session[own["run"]]["events"] if number(first) <= event[1] <= number(last))
    check(f"{inside:,} event" in words, f"and counts {inside} events")
    page.keyboard.press("Escape")
    check(text(page, "measure").startswith("Drag"), "Esc takes the measure away")


def check_play(page):
    page.keyboard.press("Home")
    page.locator("#speed").select_option("16")
    page.get_by_test_id("play").click()
    until(page, "parseFloat(document.querySelector('#cursor-time').textContent.replace(/,/g, '')) > 0")
    check(text(page, "play") == "Pause", "playing moves the cursor")
    page.get_by_test_id("play").click()
    settle(page)
    at = cursor(page)
    page.wait_for_timeout(300)
    check(cursor(page) == at and text(page, "play") == "Play", "and pauses")
    check_phones(page)


def check_links(browser, page):
    page.wait_for_timeout(300)
    at = cursor(page)
    page.reload()
    page.wait_for_selector("[data-testid^=lane-] svg")
    settle(page)
    check(abs(cursor(page) - at) < 0.01 and page.get_by_test_id("because").inner_text() != "", "a reload keeps finding and cursor")
    steps = 0
    # Each session that was chosen is a step to go back.
    while "f=" in page.url and steps < 5:
        page.go_back()
        settle(page)
        steps += 1
    # A page that shows one recording has its session open before, with a policy's run beneath it, too.
    check("f=" not in page.url and page.get_by_test_id("detail").is_hidden() != report["viewed"], "back closes the finding")
    page.go_forward()
    settle(page)
    page.wait_for_selector("[data-testid^=lane-] svg")
    check(page.get_by_test_id("detail").is_visible(), "forward opens it")
    fresh = browser.open(f"#f={finding['f']}")
    fresh.wait_for_selector("[data-testid^=lane-] svg")
    check(squeezed(visible(own["because"])) == squeezed(text(fresh, "because")), "a link opens the finding in a fresh page")
    fresh.close()
    missing = browser.open("#f=0000000000000000")
    check("There is no finding 0000000000000000" in missing.locator("#trouble").inner_text(), "a finding that is gone is said to be")
    missing.close()


def check_keyboard(browser):
    page = browser.open()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == "finding":
            break
        # What is folded is unfolded without a pointer, too.
        if page.evaluate("document.activeElement.matches('#rest > details:not([open]) > summary')"):
            page.keyboard.press("Enter")
    chosen = page.evaluate("document.activeElement.dataset.fingerprint")
    check(chosen == report["findings"][0]["f"] or chosen, "Tab leads to the findings")
    page.keyboard.press("Enter")
    until(page, "!document.querySelector('#detail').hidden")
    check(page.evaluate("document.activeElement.id") == "detail", "Enter opens one, and leads there")
    page.keyboard.press("Escape")
    check(page.evaluate("document.activeElement.dataset.fingerprint") == chosen, "Esc leads back to where it was opened")
    page.keyboard.press("j")
    until(page, "!document.querySelector('#detail').hidden")
    check("f=" in page.url, "J opens the next finding")
    page.keyboard.press("?")
    check(page.get_by_test_id("help").is_visible() and "the next witness" in text(page, "help"), "? lists the keys")
    page.keyboard.press("Escape")
    check(page.get_by_test_id("help").is_hidden() and page.get_by_test_id("detail").is_visible(), "Esc closes the list alone")
    unnamed = page.evaluate("""[...document.querySelectorAll('button, select, input, [role=img], [tabindex="0"], section, dialog')]
      .filter((element) => element.checkVisibility() && !(element.getAttribute('aria-label') || element.getAttribute('aria-labelledby')
        || element.labels?.length || element.textContent.trim())).map((element) => element.outerHTML.slice(0, 120))""")
    check(not unnamed, f"every control has a name {unnamed}")
    page.close()


def check_policy(page):
    policy = page.evaluate("document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
    check("default-src 'none'" in policy and "unsafe" not in policy, "the page may load nothing")
    page.evaluate("""() => {
      const script = document.createElement('script');
      script.textContent = 'window.intruded = true';
      document.body.append(script);
      document.body.setAttribute('onclick', 'window.intruded = true');
      document.body.click();
      fetch('https://example.invalid/').catch(() => { window.refused = true; });
    }""")
    until(page, "window.refused === true")
    check(page.evaluate("window.intruded === undefined"), "no script but the page's own runs, and nothing is sent")


with Browser(path) as browser:
    page = browser.open()
    check_first_screen(page)
    check_findings(page)
    check_filters(page)
    check_lanes(page)
    check_sessions(page)
    check_cursor(page)
    check_measure(page)
    check_play(page)
    check_links(browser, page)
    page.close()
    check_keyboard(browser)
    browser.check_quiet()
    # Last, for what it does is meant to be complained of.
    page = browser.open()
    check_policy(page)
