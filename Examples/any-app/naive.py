"""A shop's own popup manager, which shows everything at once, and the log that lets poptrace look at it.

    python3 naive.py > naive.jsonl
    poptrace audit naive.jsonl

What an app needs to be looked at is the class Log: a line of JSON for each thing that happens.
"""

import heapq
import itertools
import json
import random
import sys


class Log:
    """Writes what happens as JSON Lines: a header, then a line for each event."""

    def __init__(self, file, session, policy, build):
        self.file, self.id = file, itertools.count()
        self.write({"poptrace": 1, "observed": True, "policy": policy, "app": "Shop", "build": build, "session": session})

    def write(self, line):
        self.file.write(json.dumps({name: value for name, value in line.items() if value is not None}) + "\n")

    def event(self, now, event, **fields):
        """`now` counts milliseconds since the session began. The number of the event is the cause of what follows from it."""
        number = next(self.id)
        self.write({"id": number, "t": now, "event": event, **fields})
        return number


class PopupManager:
    """What many apps have: whoever wants a popup shows it, wherever the user is by then."""

    def __init__(self, app, log):
        self.app, self.log, self.popups, self.up = app, log, itertools.count(1), {}

    def show(self, name, kind="alert", pages=None, user=None, **more):
        popup = next(self.popups)
        self.log.event(self.app.now, "popup.submitted", popup=popup, name=name, kind=kind, pages=pages, **more)
        shown = self.log.event(self.app.now, "popup.shown", popup=popup, page=self.app.page)
        self.up[popup] = shown
        # The user answers what is up after a while; that it is up is the cause of the answer.
        self.app.after(user or self.app.random.randint(1500, 9000), lambda: self.dismiss(popup))

    def dismiss(self, popup):
        shown = self.up.pop(popup)
        answer = self.log.event(self.app.now, "popup.dismissed", popup=popup, by="button", cause=shown)
        self.log.event(self.app.now, "popup.hidden", popup=popup, reason="dismissed", cause=answer)


class App:
    """Somebody walks through the shop: pages come and go, and every part of it has something to say."""

    PAGES = ["HomePage", "ListPage", "ItemPage", "CartPage"]

    def __init__(self, log, seed):
        self.log, self.random, self.now, self.page = log, random.Random(seed), 0, None
        self.calls, self.order, self.pages = [], itertools.count(), itertools.count(1)
        self.manager = PopupManager(self, log)

    def after(self, delay, call):
        heapq.heappush(self.calls, (self.now + delay, next(self.order), call))

    def open(self, name):
        if self.page:
            self.log.event(self.now, "page.will-disappear", page=self.page)
        left, self.page = self.page, next(self.pages)
        self.log.event(self.now, "page.did-appear", page=self.page, **{"class": name})
        if left:
            self.log.event(self.now, "page.did-disappear", page=left)
        self.speak(name)

    def speak(self, name):
        show, chance = self.manager.show, self.random.random
        if name == "HomePage":
            # The sale is fetched first, and its popup comes when it is there, wherever that is.
            self.after(self.random.randint(200, 4000), lambda: show("Spring sale", "campaign", ["HomePage"]))
            if chance() < 0.3:
                self.after(900, lambda: show("Allow notifications?", "permission"))
        if name == "ItemPage" and chance() < 0.5:
            self.after(self.random.randint(300, 3000), lambda: show("Size guide", "guide", ["ItemPage"], keepAlive=True))
        if name == "CartPage":
            self.after(400, lambda: show("Delete it?", level=-1, pages=["CartPage"]))

    def run(self):
        for step, name in enumerate(["HomePage", *self.random.choices(self.PAGES, k=5)]):
            self.after(step * self.random.randint(2500, 5000), lambda name=name: self.open(name))
        while self.calls:
            self.now, _, call = heapq.heappop(self.calls)
            call()


def main():
    for seed in range(20):
        App(Log(sys.stdout, session=f"visit-{seed}", policy="PopupManager 3", build="412"), seed).run()


if __name__ == "__main__":
    main()
