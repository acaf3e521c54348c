// What the user saw at the cursor, in each run.

/// The pages, popups and gates of a run at a time.
const seen = (run, at) => {
  const found = { pages: [], up: [], waiting: [], closed: [] };
  const pages = [];
  for (const track of run.tracks) {
    for (const slice of track.slices) {
      if (slice.from > at) break;
      if (slice.until <= at && !(slice.until === run.end && at >= run.end)) continue;
      const { group } = track;
      if (group === "pages") {
        if (slice.state === "on" || slice.state === "comes") pages.push({ track, since: slice.from });
      } else if (group === "popups" && (slice.state === "shown" || slice.state === "leaves")) {
        found.up.push({ name: track.name, state: slice.state, label: slice.label, level: track.level, scene: track.scene });
      } else if (group === "popups") {
        found.waiting.push({ name: track.name, label: slice.label });
      } else if (slice.state === "closed") {
        found.closed.push(track.group === "chrome" ? `${track.name} ${slice.label}` : track.name);
      }
    }
  }
  // Of each scene the last to come; a tab bar is not what is seen, but the page within it is.
  const around = new Set(pages.map((page) => page.track.container));
  const last = new Map();
  for (const page of pages.filter((entry) => !around.has(entry.track.name))) {
    const scene = page.track.scene ?? 0;
    if (!(last.get(scene)?.since > page.since)) last.set(scene, page);
  }
  found.pages = [...last].sort(([left], [right]) => left - right).map(([scene, page]) => ({ name: page.track.class || page.track.name, scene }));
  return found;
};

const ofScene = (entry) => (entry.scene ? ` in scene ${entry.scene}` : "");

/// The same in a sentence, for who does not see the phone.
const inWords = (found) => {
  const parts = [found.pages.length ? `on ${found.pages.map((page) => page.name + ofScene(page)).join(", ")}` : "no page"];
  parts.push(found.up.length ? found.up.map((popup) => `${popup.name} ${popup.state === "leaves" ? "leaves" : "is up"}${ofScene(popup)}`).join(", ") : "no popup");
  if (found.waiting.length) parts.push(`waiting: ${found.waiting.map((popup) => popup.name).join(", ")}`);
  if (found.closed.length) parts.push(found.closed.join(", "));
  return parts.join("; ");
};

class Phones {
  constructor(stage) {
    this.stage = stage;
    this.screens = stage.lanes.map((lane) => {
      const screen = make("div", { class: "screen", "data-testid": `phone-${lane.side}`, "aria-hidden": "true" });
      const waiting = make("div", { "data-testid": `waiting-${lane.side}` });
      return { lane, screen, waiting, figure: make("section", { class: `phone ${lane.side}`, "aria-label": `What the user saw: ${lane.title}` }, make("h3", {}, lane.title.split(" ")[0]), screen, waiting) };
    });
    byID("phones").replaceChildren(...this.screens.map((entry) => entry.figure));
  }

  show() {
    const { stage } = this;
    if (this.shown === stage.at && this.wasPlaying === playing.isOn) return;
    [this.shown, this.wasPlaying] = [stage.at, playing.isOn];
    const sentences = [];
    for (const { lane, screen, waiting } of this.screens) {
      const found = seen(lane.run, stage.at);
      sentences.push(`${lane.title}: ${inWords(found)}.`);
      const keyboard = found.closed.find((gate) => gate.startsWith("keyboard") || gate === "typing");
      fill(screen,
        make("div", { class: "bar" }, make("span", {}, grouped(Math.round(stage.at))), make("span", {}, found.closed.filter((gate) => gate !== keyboard).join(", "))),
        found.pages.length ? found.pages.map((page) => make("div", { class: "page" }, name(page.name), ofScene(page))) : make("div", { class: "page" }, "no page"),
        make("div", { class: "popups" }, found.up.length
          ? found.up.map((popup) => make("div", { class: `card ${popup.state}` }, name(popup.name), make("small", {}, popup.state === "leaves" ? "leaves" : popup.label, ofScene(popup))))
          : make("div", { class: "nothing" }, "no popup")),
        keyboard ? make("div", { class: "keyboard" }, keyboard) : null);
      fill(waiting, found.waiting.length
        ? make("ul", { class: "waiting" }, found.waiting.slice(0, 8).map((popup) => make("li", {}, name(popup.name), ` ${popup.label}`)),
          found.waiting.length > 8 ? make("li", {}, `and ${grouped(found.waiting.length - 8)} more wait`) : null)
        : make("p", { class: "faint" }, "Nothing waits."));
    }
    clearTimeout(this.telling);
    // Said once the cursor rests, and not while it plays.
    if (!playing.isOn) this.telling = setTimeout(() => fill(byID("live"), `At ${time(this.stage.at)}. ${sentences.join(" ")}`), 400);
  }

  leave() { clearTimeout(this.telling); }
}
