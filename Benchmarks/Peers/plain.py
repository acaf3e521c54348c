"""Five rules of the audit as state machines in plain Python. They share nothing with the tool but the pages of the rulebook."""

from words import World

RULES = ["overlap", "wrong-page", "zombie", "after-sign-out", "gate-bypass"]


def findings(header, events):
  """What the five rules find: rule, popup and time of each, every presentation once for each rule (and page)."""
  world, found, seen = World(header), [], set()
  suspects = []

  def report(rule, popup, *key):
    # A presentation that was not to begin is said once, by the first rule that sees it.
    group = "not to begin" if rule in ("zombie", "after-sign-out") else rule
    if (group, popup, *key) not in seen:
      seen.add((group, popup, *key))
      found.append((rule, popup, world.now))

  def end_turn():
    turn = world.turn
    if turn is None:
      return
    shown = [world.popups[number] for number in turn["shown"] if number in world.popups]
    standing = [popup for popup in shown if popup.up and popup.shown_id >= turn["start"]]
    for popup in standing:
      if popup.exempt or popup.kind == "system":
        continue
      others = [one for one in world.on_screen(popup.scene) if not one.exempt]
      if others and others[0].number != popup.number:
        report("overlap", popup.number, popup.shown_id)
    for popup in world.popups.values():
      is_new = popup in standing
      if not popup.up or not (is_new or popup.scene in turn["pages"]):
        continue
      scene = world.scene(popup.scene)
      if scene.current is None or popup.by_system:
        continue
      is_elsewhere = (
        is_new and not popup.exempt and popup.shown_page is not None
        and not world.in_lineage(popup.shown_page, scene.current))
      if not world.matches(popup) or is_elsewhere:
        report("wrong-page", popup.number, popup.shown_id, scene.current)
    for number, shown in suspects:
      popup = world.popups[number]
      if popup.up and popup.shown_id == shown:
        report("gate-bypass", number, shown)
    suspects.clear()
    if turn["change"] is not None:
      for popup in world.popups.values():
        if popup.up and not popup.exempt and popup.kind != "system" and popup.epoch != world.epoch:
          report("after-sign-out", popup.number, popup.shown_id)

  for event in events:
    if world.begins_turn(event):
      end_turn()
      world.begin_turn(event)
    if event["event"] == "popup.shown" and event["popup"] in world.popups:
      popup = world.popups[event["popup"]]
      by_system = popup.kind == "system" and popup.submitted >= world.turn["start"]
      world.now = event["t"]
      if popup.withdrawn:
        # That is another rule's, which says it alone.
        seen.add(("not to begin", popup.number, event["id"]))
      elif popup.kind != "system" and (popup.epoch != world.epoch or world.signed_in and popup.user not in (None, world.user)):
        report("after-sign-out", popup.number, event["id"])
      elif (popup.over or popup.left or popup.dismissed) and not popup.up:
        report("zombie", popup.number, event["id"])
      if not by_system and world.closed_gate(popup):
        suspects.append((popup.number, event["id"]))
    world.take(event)
  end_turn()
  return found
