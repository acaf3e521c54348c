"""The same five rules as formulas of past-time temporal logic, for the monitor `reelay` (PyPI): https://github.com/doganulus/reelay

A formula knows propositions only. So each session is projected to each of its popups: a stream of what happened to that popup, and of what
was so around it, from its submission on, with a record behind every turn. It takes long to make a monitor (some 24 ms). So there is one for
each rule, and a record in front of every stream makes it forget the stream before.
"""

import reelay
from words import WAITS_FOR_TYPING, World

UP = "((not {down: true}) since {shown: true})"
GATES = (
  "({free: false} and {condition: false}) or ({held: true} and ("
  "({scroll_here: true} and ((not {scroll_off: true}) since {scroll_on: true}))"
  " or ({waits: true} and {edit_here: true} and ((not {edit_off: true}) since {edit_on: true}))"
  " or ((not {back: true}) since {away: true})"
  " or ((not {resumed: true}) since {suspended: true})))")
OF_ANOTHER = "({foreign: true} or ((not {anew: true}) since {change: true}))"
WITHDRAWN = "((not {anew: true}) since {withdrawn: true})"


def in_turn(what):
  return "((not {begin: true}) since (" + what + "))"


FORMULAS = {
  "overlap": "{end: true} and {alone: true} and {other: true} and " + UP + " and " + in_turn("{shown: true}"),
  "wrong-page": (
    "{end: true} and " + UP + " and (({mismatch: true} and (" + in_turn("{shown: true}") + " or " + in_turn("{moved: true}")
    + ")) or ({elsewhere: true} and " + in_turn("{shown: true}") + "))"),
  # Another rule's; a presentation that was not to begin is said once, by the first rule that sees it.
  "shown-after-withdrawal": "{shown: true} and " + WITHDRAWN,
  "zombie": (
    "{shown: true} and (not (pre " + UP + ")) and (not " + WITHDRAWN + ") and (not ({bound: true} and " + OF_ANOTHER + "))"
    " and (((not {anew: true}) since {dismissed: true}) or ((not {again: true}) since {over: true}))"),
  "after-sign-out": (
    "({shown: true} and {bound: true} and (not " + WITHDRAWN + ") and " + OF_ANOTHER + ")"
    " or ({end: true} and {stays: false} and " + UP + " and " + in_turn("{change: true}") + ")"),
  "gate-bypass": "{end: true} and " + UP + " and " + in_turn("{shown: true} and (" + GATES + ")"),
}

NOT_TO_BEGIN = ("shown-after-withdrawal", "zombie", "after-sign-out")
FLAGS = [
  "anew", "begin", "end", "shown", "down", "over", "again", "withdrawn", "dismissed", "change", "moved", "scroll_on", "scroll_off", "edit_on",
  "edit_off", "away", "back", "suspended", "resumed"]
GATED = (("scroll", "scroll_on", "scroll_off"), ("edit", "edit_on", "edit_off"), ("away", "away", "back"), ("suspended", "suspended", "resumed"))


class Stream:
  """What one popup's formulas are told, in order, with the time and what tells findings apart: the presentation, and the current page."""

  def __init__(self, popup):
    self.popup = popup
    self.was = {name: False for name, _, _ in GATED}
    self.begins = True
    self.records = []

  def tell(self, world, facts, shown=None):
    popup, scene = self.popup, world.scene(self.popup.scene)
    record = dict.fromkeys(FLAGS, False)
    record.update(facts)
    record["begin"] = self.begins
    self.begins = False
    now = {
      "scroll": "scroll" in scene.closed, "edit": "edit" in scene.closed, "away": world.background,
      "suspended": any(world.suspended.get((popup.scene, popup.scheduler, kind), 0) > 0 for kind in (None, popup.kind))}
    for name, on, off in GATED:
      record[on] = now[name] and not self.was[name]
      record[off] = self.was[name] and not now[name]
    self.was = now
    for gate in ("scroll", "edit"):
      began = scene.closed.get(gate)
      record[gate + "_here"] = gate in scene.closed and (began is None or world.in_lineage(began, scene.current))
    is_held = not popup.exempt and popup.kind != "system"
    others = [one for one in world.on_screen(popup.scene) if not one.exempt] if record["end"] else []
    current = scene.current
    is_judged = current is not None and not popup.by_system
    record.update(
      free=popup.by_system, condition=popup.condition, held=is_held, waits=popup.kind in WAITS_FOR_TYPING, alone=is_held,
      other=bool(others) and others[0].number != popup.number, bound=popup.kind != "system", stays=not is_held,
      foreign=world.signed_in and popup.user not in (None, world.user), mismatch=is_judged and not world.matches(popup),
      elsewhere=(
        is_judged and not popup.exempt and popup.shown_page is not None and not world.in_lineage(popup.shown_page, current)))
    self.records.append((record, world.now, popup.shown_id if shown is None else shown, current))


# In front of a stream: everything is over, and nothing has been.
ANEW = {**dict.fromkeys(FLAGS, False), **dict.fromkeys(["anew", "begin", "down", "again", "scroll_off", "edit_off", "back", "resumed"], True)}
ANEW.update(dict.fromkeys(
  ["scroll_here", "edit_here", "free", "condition", "held", "waits", "alone", "other", "bound", "stays", "foreign", "mismatch", "elsewhere"], False))
MONITORS = {rule: reelay.discrete_timed_monitor(pattern=text, condense=False) for rule, text in FORMULAS.items()}


def project(header, events):
  """A session as the streams of its popups."""
  world, streams = World(header), {}

  def end_turn():
    if world.turn is not None:
      for stream in streams.values():
        stream.tell(world, {"end": True, "moved": stream.popup.scene in world.turn["pages"]})

  for event in events:
    if world.begins_turn(event):
      end_turn()
      world.begin_turn(event)
      for stream in streams.values():
        stream.begins = True
    kind, number = event["event"], event.get("popup")
    popup = world.popups.get(number)
    was_up = popup is not None and popup.up
    change = world.turn["change"]
    if kind == "popup.shown" and popup is not None:
      # At a presentation the formulas are told what is so before it.
      popup.by_system = popup.kind == "system" and popup.submitted >= world.turn["start"]
      world.now = event["t"]
      streams[number].tell(world, {"shown": True}, shown=event["id"])
      world.take(event)
      continue
    world.take(event)
    if number is not None and number not in streams and number in world.popups:
      streams[number] = Stream(world.popups[number])
    for one, stream in streams.items():
      facts = {"change": world.turn["change"] != change}
      if one == number:
        facts.update(
          down=kind in ("popup.hidden", "popup.view-lost"), over=stream.popup.over or stream.popup.left,
          again=kind in ("popup.parked", "popup.restored", "popup.queued"), withdrawn=stream.popup.withdrawn,
          dismissed=kind == "popup.dismissed" and was_up)
      stream.tell(world, facts)
  end_turn()
  return streams.values()


def findings(streams):
  """What the five formulas find in the streams of a session: rule, popup and time of each, a presentation once for each rule (and page)."""
  found = []
  for stream in streams:
    hits = []
    for rule, monitor in MONITORS.items():
      monitor.update(ANEW)
      for index, (record, _, _, _) in enumerate(stream.records):
        if monitor.update(record)["value"]:
          hits.append((index, rule))
    seen = set()
    for index, rule in sorted(hits):
      _, time, shown, page = stream.records[index]
      key = ("not to begin" if rule in NOT_TO_BEGIN else rule, shown, page if rule == "wrong-page" else None)
      if key not in seen:
        seen.add(key)
        if rule != "shown-after-withdrawal":
          found.append((rule, stream.popup.number, time))
  return found
