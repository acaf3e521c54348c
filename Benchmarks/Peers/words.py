"""What an audit has to know of a session before it can judge: pages, gates, turns, and where each popup is.

Written from the pages of the rulebook (AuditWords) and from nothing else, so that it can disagree with the tool. One pass over the lines that
`poptrace export` writes; no state is looked ahead at.
"""

import json

WAITS_FOR_TYPING = {"campaign", "message", "guide", "splash", "permission"}
PAGE_EVENTS = {"page.loaded", "page.will-appear", "page.did-appear", "page.will-disappear", "page.did-disappear", "page.removed"}
DECISIONS = {
  "popup.queued", "popup.shown", "popup.hidden", "popup.parked", "popup.restored", "popup.dropped", "content.requested", "content.cancelled",
  "input.locked", "input.unlocked", "cover.added", "cover.removed", "keyboard.resigned", "keyboard.restored", "timer.set", "timer.cancelled",
  "callback", "fault", "observing.began", "observing.ended"}


def sessions(lines):
  """The sessions of an export: a header and its events each."""
  header, events = None, []
  for line in lines:
    one = json.loads(line)
    if "poptrace" in one:
      if header is not None:
        yield header, events
      header, events = one, []
    else:
      events.append(one)
  if header is not None:
    yield header, events


class Page:
  def __init__(self, event):
    self.classes = [event["class"], *event.get("chain", [])] if "class" in event else []
    self.container = event.get("container")
    self.presentation = event.get("presentation", "full")
    self.scene = event.get("scene", 0)
    self.appeared = False
    self.motion = None


class Scene:
  def __init__(self):
    self.on_screen = []
    self.current = None
    # For a gate, the page it began on; absent while it is open.
    self.closed = {}


class Popup:
  def __init__(self, event, epoch):
    self.number = event["popup"]
    self.kind = event.get("kind", "alert")
    self.pages = event.get("pages")
    self.exact = event.get("matching") == "exact"
    self.scene, self.scheduler = event.get("scene", 0), event.get("scheduler", 0)
    self.user = event.get("user")
    self.hide_ms = event.get("hideMs", 0)
    self.submitted = event["id"]
    self.epoch = epoch
    self.up = False
    self.generation = 0
    # Until when it is on screen after it was hidden; None where it is not leaving.
    self.leaves = None
    self.shown_at = self.shown_id = self.shown_page = None
    self.condition = event.get("condition", True)
    self.dismissed = self.withdrawn = self.over = self.left = False
    self.by_system = False

  @property
  def exempt(self):
    return self.kind == "hud"


class World:
  """The session as far as it was read."""

  def __init__(self, header):
    self.marks = "reentrant" in header.get("marks", [])
    self.pages, self.scenes, self.popups = {}, {}, {}
    self.suspended = {}
    self.background = False
    self.user, self.signed_in, self.epoch = None, False, 0
    self.now = 0
    self.turn = None

  def scene(self, number):
    return self.scenes.setdefault(number, Scene())

  # Turns

  def begins_turn(self, event):
    if self.turn is None or event["t"] > self.now:
      return True
    return event["event"] not in DECISIONS and not event.get("reentrant", False)

  # Pages

  def lineage(self, page):
    while page is not None and page in self.pages:
      yield page
      page = self.pages[page].container

  def in_lineage(self, page, of):
    return page in self.lineage(of)

  def page_scene(self, page):
    for one in self.lineage(page):
      if self.pages[one].scene:
        return self.pages[one].scene
    return 0

  def has_appeared(self, page):
    return all(self.pages[one].appeared for one in self.lineage(page))

  def covers(self, number, scene):
    page = self.pages[number]
    is_over = False
    for one in self.lineage(number):
      if self.pages[one].appeared:
        break
      is_over = is_over or self.pages[one].presentation != "full"
    container = page.container
    if not is_over and container in self.pages and self.has_appeared(container):
      return False
    return any(
      self.has_appeared(other) and not self.in_lineage(other, number) and not self.in_lineage(number, other)
      and (is_over or container is None or self.pages[other].container != container)
      for other in scene.on_screen)

  def find_current(self, number):
    scene = self.scene(number)
    moving = [one for one in self.pages if self.pages[one].motion and self.page_scene(one) == number]
    if any(self.pages[one].motion in ("covering", "disappearing") for one in moving):
      return None
    top = next((one for one in reversed(scene.on_screen) if self.has_appeared(one)), None)
    while top is not None:
      inner = next((one for one in reversed(scene.on_screen) if self.pages[one].container == top and self.has_appeared(one)), None)
      if inner is None:
        break
      top = inner
    if any(one != top and self.pages[one].motion != "called-off" and self.in_lineage(top, one) for one in moving):
      return None
    return top

  def take_page(self, event):
    number, kind = event["page"], event["event"]
    if number not in self.pages:
      self.pages[number] = Page(event)
    page = self.pages[number]
    if "class" in event:
      page.classes = [event["class"], *event.get("chain", [])]
    for key in ("container", "presentation", "scene"):
      if key in event:
        setattr(page, key, event[key])
    place = self.page_scene(number)
    scene = self.scene(place)
    if kind == "page.will-appear":
      page.motion = "covering" if self.covers(number, scene) else "appearing"
    elif kind == "page.did-appear":
      for one in self.pages:
        if self.page_scene(one) == place:
          self.pages[one].motion = None
      self.leave(number, scene)
      page.appeared = True
      scene.on_screen.append(number)
    elif kind == "page.will-disappear":
      self.leave(number, scene)
      page.motion = "called-off" if page.motion in ("covering", "called-off") else "disappearing"
    elif kind in ("page.did-disappear", "page.removed"):
      self.leave(number, scene)
      if kind == "page.did-disappear":
        page.motion = None
      for gate in [gate for gate, began in scene.closed.items() if self.in_lineage(number, began)]:
        del scene.closed[gate]
    current = self.find_current(place)
    if current != scene.current:
      scene.current = current
      if current is not None:
        for gate, began in scene.closed.items():
          if began is None:
            scene.closed[gate] = current
      self.turn["pages"].add(place)

  def leave(self, number, scene):
    self.pages[number].appeared = False
    if number in scene.on_screen:
      scene.on_screen.remove(number)

  def matches(self, popup):
    """Whether the current page is of the classes that a popup asks for."""
    if popup.pages is None:
      return True
    for one in self.lineage(self.scene(popup.scene).current):
      classes = self.pages[one].classes[:1] if popup.exact else self.pages[one].classes
      if any(name in popup.pages for name in classes):
        return True
    return False

  # Gates

  def closed_gate(self, popup):
    if not popup.condition and not popup.by_system:
      return "condition"
    if popup.exempt or popup.kind == "system":
      return None
    scene = self.scene(popup.scene)
    # Scrolling and typing hold popups back only while the page they began on, or one that stands in it, is current.
    closed = {gate for gate, began in scene.closed.items() if began is None or self.in_lineage(began, scene.current)}
    if "scroll" in closed:
      return "scroll"
    if "edit" in closed and popup.kind in WAITS_FOR_TYPING:
      return "edit"
    if self.background:
      return "background"
    for kind in (None, popup.kind):
      if self.suspended.get((popup.scene, popup.scheduler, kind), 0) > 0:
        return "suspended"
    return None

  def take_gate(self, event):
    kind, scene = event["event"], self.scene(event.get("scene", 0))
    if kind == "scroll.began":
      scene.closed["scroll"] = scene.current
    elif kind == "scroll.ended":
      scene.closed.pop("scroll", None)
    elif kind == "edit.began":
      scene.closed["edit"] = scene.current
    elif kind == "edit.ended":
      # Folding the keyboard for a popup does not end typing.
      if event.get("cause") is None or event["cause"] != getattr(scene, "folded", None):
        scene.closed.pop("edit", None)

  # What happens

  def take_popup(self, event):
    kind, popup = event["event"], self.popups.get(event.get("popup"))
    if kind == "popup.submitted":
      if event["popup"] not in self.popups:
        self.popups[event["popup"]] = Popup(event, self.epoch)
      return
    if popup is None:
      return
    if kind == "popup.shown":
      popup.by_system = popup.kind == "system" and popup.submitted >= self.turn["start"]
      popup.up, popup.leaves = True, None
      popup.generation = event.get("generation", 0)
      popup.shown_at, popup.shown_id, popup.shown_page = event["t"], event["id"], event.get("page")
      popup.left = False
      self.turn["shown"].append(popup.number)
    elif kind in ("popup.hidden", "popup.view-lost"):
      if popup.up and kind == "popup.hidden" and popup.hide_ms > 0:
        popup.leaves = event["t"] + popup.hide_ms + 1000
      popup.up = False
      reason = event.get("reason")
      if kind == "popup.view-lost" or reason not in ("preempted", "page-left", "suspended"):
        popup.over = True
      elif reason == "page-left":
        popup.left = True
    elif kind in ("popup.parked", "popup.restored", "popup.queued"):
      popup.left = popup.over = False
    elif kind == "popup.dropped" or kind == "content.failed":
      popup.over = True
    elif kind == "popup.withdrawn":
      popup.withdrawn = popup.withdrawn or not (popup.by_system and popup.up)
    elif kind == "popup.dismissed":
      if popup.up:
        popup.dismissed = True
      elif event.get("by") == "code":
        popup.withdrawn = True
    elif kind == "popup.condition":
      popup.condition = event["holds"]
    elif kind == "popup.changed" and "pages" in event:
      popup.pages = event["pages"]
    elif kind == "animation.finished" and event.get("phase") == "hide" and event.get("generation") == popup.generation:
      popup.leaves = None

  def take_user(self, event):
    if event["event"] == "app.signed-out":
      self.signed_in, self.user = False, None
    else:
      is_another = self.signed_in and self.user != event.get("user")
      self.signed_in, self.user = True, event.get("user")
      if not is_another:
        return
    self.epoch += 1
    self.turn["change"] = event["id"]

  def take(self, event):
    """Takes an event in whose turn has begun."""
    kind = event["event"]
    self.now = event["t"]
    if kind in PAGE_EVENTS:
      self.take_page(event)
    elif kind in ("scroll.began", "scroll.ended", "edit.began", "edit.ended"):
      self.take_gate(event)
    elif kind == "keyboard.resigned":
      self.scene(event.get("scene", 0)).folded = event["id"]
    elif kind in ("app.background", "app.foreground"):
      self.background = kind == "app.background"
    elif kind in ("app.signed-out", "app.signed-in"):
      self.take_user(event)
    elif kind in ("scheduler.suspended", "scheduler.resumed"):
      key = (event.get("scene", 0), event.get("scheduler", 0), event.get("kind"))
      self.suspended[key] = max(0, self.suspended.get(key, 0) + (1 if kind == "scheduler.suspended" else -1))
    elif event.get("popup") is not None:
      self.take_popup(event)

  def begin_turn(self, event):
    self.turn = {"start": event["id"], "shown": [], "pages": set(), "change": None}
    self.now = event["t"]

  def on_screen(self, scene):
    """The popups that are visible in a scene, those that were shown first in front."""
    there = [
      one for one in self.popups.values()
      if one.scene == scene and (one.up or one.leaves is not None and one.leaves > self.now)]
    return sorted(there, key=lambda one: one.shown_id)
