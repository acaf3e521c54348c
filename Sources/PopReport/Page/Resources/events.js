// The events as a table, of one run at a time: the same as the lanes without sight of them.

const rowsAround = 40;

class EventTable {
  constructor(stage) {
    this.stage = stage;
    this.side = stage.finding?.run ?? stage.session.sides[0];
    this.body = make("tbody");
    this.words = make("p", { class: "faint" });
    const choices = stage.lanes.length < 2 ? null : stage.lanes.map((lane) => {
      const input = make("input", { type: "radio", name: "run", id: `run-${lane.side}`, value: lane.side, checked: lane.side === this.side });
      input.addEventListener("change", () => {
        this.side = lane.side;
        this.shown = null;
        this.show();
      });
      return make("span", {}, input, " ", make("label", { for: `run-${lane.side}` }, lane.title));
    });
    fill(byID("events"), make("h3", { id: "events-title" }, "Events"),
      choices ? make("div", { class: "row", role: "radiogroup", "aria-labelledby": "events-title" }, choices) : null,
      this.words, make("div", { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "events-title" }, make("table", {}, make("thead", {}, make("tr", {},
        ["event", "ms", "what", "", "because of"].map((column, index) => make("th", { scope: "col", class: index < 2 ? "number" : null }, column)))), this.body)));
  }

  show() {
    const { events, byNumber } = this.stage.session[this.side];
    let index = this.stage.picked?.side === this.side ? events.indexOf(this.stage.picked.event) : -1;
    if (index < 0) index = Math.max(0, events.findLastIndex((event) => event.at <= this.stage.at));
    const from = Math.max(0, Math.min(index - rowsAround, events.length - 2 * rowsAround - 1));
    const until = Math.min(events.length, from + 2 * rowsAround + 1);
    const key = `${this.side} ${from} ${index}`;
    if (this.shown === key) return;
    this.shown = key;
    fill(this.words, events.length > until - from ? `Events ${grouped(from + 1)} to ${grouped(until)} of ${grouped(events.length)}, around the cursor.` : `${counted(events.length, "event")}.`);
    const witness = new Set(this.stage.finding?.run === this.side ? this.stage.finding.witness : []);
    fill(this.body, events.slice(from, until).map((event, offset) => {
      const button = make("button", { type: "button", "aria-label": `Go to event ${event.number} at ${time(event.at)}` }, grouped(event.at));
      button.addEventListener("click", () => this.stage.move(event.at, { side: this.side, event }));
      return make("tr", { class: "event-row", "aria-current": from + offset === index ? "true" : null }, make("td", { class: "number" }, event.number),
        make("td", { class: "number" }, button), make("td", {}, event.kind, witness.has(event.number) ? make("span", { class: "witness-word" }, " witness") : null),
        make("td", {}, name(event.detail)), make("td", {}, event.cause < 0 ? "" : byNumber.has(event.cause) ? `${event.cause} ${byNumber.get(event.cause).kind}` : `${event.cause}, not in this file`));
    }));
    const current = this.body.children[index - from];
    const scroll = this.body.closest(".scroll");
    // Only the table scrolls: the page stays where it is.
    if (current) scroll.scrollTop = Math.max(0, current.offsetTop - scroll.clientHeight / 2);
  }
}
