// The runs of a session as lanes on one time axis.

const rowHeight = 20;
const groupOrder = { slot: 0, popups: 2, pages: 3, gates: 4, chrome: 5, app: 7 };

const shape = (tag, attributes, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of children) element.append(child);
  return element;
};

const words = (text, attributes) => shape("text", attributes, document.createTextNode(plain(text)));

/// What to say of a shape under a pointer; an element within each would be as much again to lay out while a lane moves.
const tips = new WeakMap();
const tipped = (element, text) => { tips.set(element, text); return element; };

/// A text as long as there is room for it.
const fitted = (text, room) => {
  const letters = Math.floor(room / 6.6);
  const whole = plain(text);
  return whole.length <= letters ? whole : letters < 3 ? "" : `${whole.slice(0, letters - 1)}…`;
};

/// The rows of both lanes, alike so that they can be compared: the slot, what the finding is about, the pages, the gates, the rest.
const rowsOf = (session, finding) => {
  const mine = finding ? [finding.popup, finding.other, finding.page].filter(Boolean) : [];
  const rows = new Map();
  for (const side of session.sides) {
    session[side].tracks.forEach((track, index) => {
      const key = `${track.group}\n${track.name}`;
      if (!rows.has(key)) rows.set(key, { name: track.name, group: track.group, isMine: mine.includes(track.name), first: rows.size });
      rows.get(key)[side] = { track, index, times: [] };
    });
    const ofTrack = new Map([...rows.values()].filter((row) => row[side]).map((row) => [row[side].index, row[side]]));
    for (const event of session[side].events) ofTrack.get(event.track)?.times.push(event.at);
  }
  const rank = (row) => (row.group !== "slot" && row.isMine ? 1 : row.group === "popups" ? 6 : groupOrder[row.group]);
  return [...rows.values()].sort((left, right) => rank(left) - rank(right) || left.first - right.first);
};

/// Whether a row has something between two times, in either run.
const isInView = (row, from, until) => ["recorded", "candidate"].some((side) =>
  row[side] && (row[side].track.slices.some((slice) => slice.until >= from && slice.from <= until)
    || row[side].times.some((at) => at >= from && at <= until)));

/// What the mark of an event looks like: the app's a triangle, the user's a dot, the scheduler's a bar.
const mark = (who, x, y) => who === 0 ? `M${x} ${y - 4}l4 7h-8z` : who === 1 ? `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z` : `M${x - 1.5} ${y - 5}h3v10h-3z`;

/// An event in words.
const told = (event) => `${time(event.at)}  ${event.kind} ${event.detail}`;

class Lane {
  constructor(stage, side) {
    this.stage = stage;
    this.side = side;
    this.run = stage.session[side];
    this.figure = byID(`figure-${side}`);
    this.host = this.figure.querySelector(".lane");
    this.trackRow = new Map();
    this.witness = new Set(stage.finding && stage.finding.run === side ? stage.finding.witness : []);
    const label = side === "recorded" ? stage.report.baseline === "recorded" || !stage.session.candidate ? "Recorded" : "Baseline" : "Candidate";
    fill(this.figure.querySelector("figcaption"), `${label} `, make("span", { class: "faint" }, this.run.policy ? ["under ", name(this.run.policy), ", "] : null, counted(this.run.events_total, "event")));
    this.title = `${label} run${this.run.policy ? ` under ${this.run.policy}` : ""}`;
    this.host.setAttribute("aria-label", plain(`${this.title}: its lanes; the table of events below has the same`));
  }

  y(track) { return (this.trackRow.get(track) ?? 0) * rowHeight + rowHeight / 2; }

  draw() {
    const { stage } = this;
    const { width, label } = stage;
    this.trackRow = new Map(stage.rows.flatMap((row, index) => (row[this.side] ? [[row[this.side].index, index]] : [])));
    const height = Math.max(stage.rows.length, stage.mostRows) * rowHeight + 2;
    const names = [];
    const body = shape("svg", { x: label, y: 0, width: Math.max(1, width - label), height, viewBox: `${label} 0 ${Math.max(1, width - label)} ${height}`, overflow: "hidden" });
    stage.rows.forEach((row, index) => {
      if (index % 2) names.push(shape("rect", { class: "stripe", x: 0, y: index * rowHeight, width, height: rowHeight }));
      names.push(tipped(words(fitted(row.name, label - 8), { class: row.isMine ? "name mine" : "name", x: 4, y: index * rowHeight + 14 }), row.name));
    });
    this.drawLeft(body, height);
    for (const [index, row] of stage.rows.entries()) if (row[this.side]) this.drawSlices(body, row[this.side].track, index);
    this.drawEvents(body);
    this.marks = shape("g", {});
    body.append(this.marks);
    this.drawMarks();
    this.cursor = shape("line", { class: "cursor", y1: 0, y2: height, x1: 0, x2: 0 });
    this.span = shape("rect", { class: "span", y: 0, height, x: 0, width: 0 });
    body.append(this.span, this.cursor);
    this.moveCursor();
    this.show([...names, body], width, height);
  }

  /// Puts shapes into the drawing that is there: another one would lose how far it is scrolled, and to set that costs a layout of each lane.
  show(shapes, width, height) {
    if (!this.drawing) {
      this.drawing = shape("svg", { role: "img", "aria-label": plain(this.title) });
      this.host.replaceChildren(this.drawing);
    }
    for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) this.drawing.setAttribute(key, value);
    this.drawing.replaceChildren(...shapes);
  }

  drawLeft(svg, height) {
    const { stage } = this;
    for (const part of stage.session.left) {
      const [from, until] = [stage.x(part.from), stage.x(part.until)];
      if (until < stage.label || from > stage.width) continue;
      svg.append(tipped(shape("rect", { class: "gone", x: from, y: 0, width: Math.max(1, until - from), height }), `${counted(part.events, "event")} are not in this file`));
      const start = Math.max(from, stage.label) + 6;
      svg.append(words(fitted(`${counted(part.events, "event")} not in this file`, Math.min(until, stage.width) - start), { class: "gone-words", x: start, y: 14 }));
    }
  }

  drawSlices(svg, track, row) {
    const { stage } = this;
    let drawn = -Infinity;
    for (const slice of track.slices) {
      if (slice.until < stage.from || slice.from > stage.until) continue;
      const from = Math.max(stage.label - 2, stage.x(slice.from));
      const until = Math.min(stage.width + 2, stage.x(slice.until));
      // What is narrower than a pixel and stands on the one before adds nothing.
      if (until - from < 1 && from - drawn < 1) continue;
      drawn = from;
      const text = `${slice.label}, ${grouped(slice.from)} – ${grouped(slice.until)} ms`;
      svg.append(tipped(shape("rect", { class: `slice ${slice.state}`, x: from, y: row * rowHeight + 2, width: Math.max(1, until - from), height: rowHeight - 4, rx: 3 }), text));
      const label = fitted(slice.label, until - Math.max(from, stage.label) - 8);
      if (label) svg.append(words(label, { class: `label ${slice.state}`, x: Math.max(from, stage.label) + 4, y: row * rowHeight + 14 }));
    }
  }

  /// The marks of all events of a kind are one shape: a lane has hundreds of them, and is drawn anew while it moves.
  drawEvents(svg) {
    const { stage } = this;
    const taken = new Set();
    const paths = ["", "", ""];
    const witnesses = [];
    for (const event of this.run.events) {
      if (event.at < stage.from || event.at > stage.until) continue;
      const [x, y] = [Math.round(stage.x(event.at) * 10) / 10, this.y(event.track)];
      if (this.witness.has(event.number)) {
        witnesses.push([event, x, y]);
        continue;
      }
      const place = `${Math.round(x)} ${y} ${event.who}`;
      if (taken.has(place)) continue;
      taken.add(place);
      paths[event.who] += mark(event.who, x, y);
    }
    paths.forEach((path, who) => { if (path) svg.append(shape("path", { class: `event ${["app", "user", "scheduler"][who]}`, d: path })); });
    for (const [event, x, y] of witnesses) {
      svg.append(tipped(shape("path", { class: "event witness", d: `M${x} ${y - 6}l6 6l-6 6l-6 -6z` }), `${told(event)}  (witness)`),
        shape("circle", { class: "ring", cx: x, cy: y, r: 9 }));
    }
  }

  /// What is picked, and arrows: from what caused the witnesses and that, and from that on to what it caused.
  drawMarks() {
    const { stage, marks } = this;
    marks.replaceChildren();
    const wanted = new Set(this.witness);
    const picked = stage.picked?.side === this.side ? stage.picked.event : null;
    if (picked) {
      marks.append(shape("rect", { class: "picked", x: stage.x(picked.at) - 7, y: this.y(picked.track) - 8, width: 14, height: 16, rx: 3 }));
      let event = picked;
      for (let step = 0; event && step < 12; step += 1) {
        wanted.add(event.number);
        event = this.run.byNumber.get(event.cause);
      }
    }
    for (const event of this.run.events) {
      const cause = this.run.byNumber.get(event.cause);
      if (cause && (wanted.has(event.number) || cause === picked)) this.arrow(marks, cause, event);
    }
  }

  arrow(svg, cause, event) {
    const [x1, y1, x2, y2] = [this.stage.x(cause.at), this.y(cause.track), this.stage.x(event.at), this.y(event.track)];
    if (Math.max(x1, x2) < this.stage.label || Math.min(x1, x2) > this.stage.width || (x1 === x2 && y1 === y2)) return;
    const bend = Math.max(14, Math.abs(x2 - x1) / 3);
    svg.append(tipped(shape("path", { class: "arrow", d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 6} ${y2}` }), `${event.kind} because of ${cause.kind} at ${time(cause.at)}`));
    svg.append(shape("path", { class: "head", d: `M${x2 - 1} ${y2}l-7 -4v8z` }));
  }

  moveCursor() {
    const { stage } = this;
    const x = stage.x(stage.at);
    for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, x);
    const [from, until] = stage.measured ?? [0, 0];
    this.span.setAttribute("x", stage.x(from));
    this.span.setAttribute("width", stage.measured ? Math.max(1, stage.x(until) - stage.x(from)) : 0);
  }

  /// The event nearest to a place in the lane; nothing where none is near.
  eventAt(x, y) {
    const { stage } = this;
    const distance = (event) => Math.abs(stage.x(event.at) - x);
    return this.run.events.filter((event) => distance(event) <= 6 && Math.abs(this.y(event.track) - y) <= rowHeight / 2)
      .sort((left, right) => distance(left) - distance(right))[0];
  }
}
