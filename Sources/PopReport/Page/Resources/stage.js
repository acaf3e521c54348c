// A session on its stage: lanes, phones and events at one cursor.

class Stage {
  constructor(report, session, finding) {
    this.report = report;
    this.session = session;
    this.finding = finding;
    this.allRows = rowsOf(session, finding);
    this.rows = [];
    this.mostRows = 0;
    this.end = Math.max(1, session.length, ...session.sides.map((side) => session[side].end));
    this.steps = session.sides.flatMap((side) => session[side].events.map((event) => ({ side, event })))
      .sort((left, right) => left.event.at - right.event.at || (left.side < right.side ? 1 : left.side > right.side ? -1 : left.event.number - right.event.number));
    for (const side of ["recorded", "candidate"]) byID(`figure-${side}`).hidden = !session[side];
    this.lanes = session.sides.map((side) => new Lane(this, side));
    this.phones = new Phones(this);
    this.table = new EventTable(this);
    this.picked = null;
    this.measured = null;
    this.measure();
    this.at = finding ? finding.t : session.ranges[0]?.[0] ?? 0;
    this.near();
    const witnesses = (finding?.witness ?? []).map((number) => session[finding.run]?.byNumber.get(number)).filter(Boolean);
    const first = witnesses.find((event) => event.at === finding.t) ?? witnesses.at(-1);
    if (first) this.picked = { side: finding.run, event: first };
  }

  measureRoom() {
    this.width = Math.max(240, this.lanes[0]?.host.clientWidth ?? 800);
    this.label = this.width < 480 ? 92 : 176;
  }

  x(at) { return this.label + ((at - this.from) / (this.until - this.from)) * (this.width - this.label); }
  timeAt(x) { return this.from + ((x - this.label) / (this.width - this.label)) * (this.until - this.from); }

  /// Shows what is around the witnesses, with as much room on either side as they take, and a second at least.
  near() {
    const run = this.finding && this.session[this.finding.run];
    const times = run ? this.finding.witness.map((number) => run.byNumber.get(number)?.at).filter((at) => at !== undefined) : [];
    if (!times.length && !this.finding) return this.show(0, Math.min(this.end, 60000));
    const [from, until] = [Math.min(this.at, ...times), Math.max(this.at, ...times)];
    const room = Math.max(1500, (until - from) / 2);
    return this.show(from - room, until + room);
  }

  /// Shows a part of the time; never less than 5 ms, nor more than there is.
  show(from, until) {
    const length = Math.min(Math.max(5, until - from), this.end * 1.04);
    const start = Math.min(Math.max(-this.end * 0.02, from), this.end * 1.02 - length);
    // At either end, and where all is seen, there is nowhere to go.
    if (start === this.from && start + length === this.until) return;
    [this.from, this.until] = [start, start + length];
    this.redraw();
  }

  pan(share) { this.show(this.from + (this.until - this.from) * share, this.until + (this.until - this.from) * share); }

  zoom(factor, about = this.at) {
    const center = about < this.from || about > this.until ? (this.from + this.until) / 2 : about;
    const length = Math.min(Math.max(5, (this.until - this.from) * factor), this.end * 1.04);
    const share = (center - this.from) / (this.until - this.from);
    this.show(center - length * share, center + length * (1 - share));
  }

  /// Draws at the next frame, once however often it is asked for; the cursor only, and what is picked, where the view is the same.
  redraw(isSameView = false) {
    this.isStale ||= !isSameView;
    if (this.isDrawing) return;
    this.isDrawing = requestAnimationFrame(() => {
      this.isDrawing = 0;
      this.draw();
    });
  }

  draw() {
    if (this.isOver) return;
    if (this.isStale) this.drawLanes();
    else if (this.marked !== this.picked?.event) for (const lane of this.lanes) lane.drawMarks();
    this.marked = this.picked?.event;
    this.showCursor();
  }

  drawLanes() {
    this.isStale = false;
    this.measureRoom();
    // Only what has something to show is shown; the lanes do not shrink, so that the page stands still.
    this.rows = this.allRows.filter((row) => row.isMine || isInView(row, this.from, this.until));
    this.mostRows = Math.max(this.mostRows, this.rows.length);
    [byID("lanes").dataset.from, byID("lanes").dataset.until] = [this.from, this.until];
    drawAxis(this);
    for (const lane of this.lanes) lane.draw();
  }

  /// Sets the cursor.
  ///
  /// - picked: The event that it stands on, with its side; null for a time between events.
  move(at, picked = null) {
    this.at = Math.min(Math.max(0, at), this.end);
    this.picked = picked;
    if (this.at < this.from || this.at > this.until) {
      const length = this.until - this.from;
      this.show(this.at - length / 2, this.at + length / 2);
    }
    this.redraw(true);
    setCursorState(this.at);
  }

  showCursor() {
    const { picked } = this;
    fill(byID("cursor-time"), time(this.at), picked ? ` · ${picked.event.kind}` : "");
    for (const lane of this.lanes) lane.moveCursor();
    this.phones.show();
    this.table.show();
  }

  /// Goes to the next event of either run, or to the one before.
  step(direction) {
    const { steps } = this;
    let index = this.picked ? steps.findIndex((step) => step.event === this.picked.event) : -1;
    if (index >= 0) index += direction;
    else index = direction > 0 ? steps.findIndex((step) => step.event.at > this.at) : steps.findLastIndex((step) => step.event.at < this.at);
    if (steps[index]) this.move(steps[index].event.at, steps[index]);
  }

  /// Goes to the next witness, or to the one before; around the end.
  stepWitness(direction) {
    const run = this.finding && this.session[this.finding.run];
    const events = run ? this.finding.witness.map((number) => run.byNumber.get(number)).filter(Boolean).sort((left, right) => left.number - right.number) : [];
    if (!events.length) return;
    const index = events.indexOf(this.picked?.event);
    const next = events[index < 0 ? (direction > 0 ? 0 : events.length - 1) : (index + direction + events.length) % events.length];
    this.move(next.at, { side: this.finding.run, event: next });
  }

  /// Shows the length of a part of the time, and how many events are in it; without one, takes that away.
  measure(from, until) {
    this.measured = from === undefined ? null : [Math.max(0, Math.min(from, until)), Math.min(this.end, Math.max(from, until))];
    if (this.measured) {
      const [start, end] = this.measured;
      const counts = this.lanes.map((lane) => `${counted(lane.run.events.filter((event) => event.at >= start && event.at <= end).length, "event")} ${lane.side}`);
      fill(byID("measure"), `${time(start)} – ${time(end)}: ${time(end - start)}, ${counts.join(", ")}`);
    } else {
      fill(byID("measure"), "Drag over the lanes to measure.");
    }
    for (const lane of this.lanes) if (lane.cursor) lane.moveCursor();
  }

  leave() {
    this.isOver = true;
    playing.stop();
    this.phones.leave();
  }
}

/// The time axis above the lanes: ticks at round times.
const drawAxis = (stage) => {
  const length = stage.until - stage.from;
  const rough = length / Math.max(2, (stage.width - stage.label) / 110);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const svg = shape("svg", { width: stage.width, height: 22, viewBox: `0 0 ${stage.width} 22` });
  svg.append(words("ms", { class: "when", x: 4, y: 15 }));
  for (let at = Math.ceil(stage.from / step) * step; at <= stage.until; at += step) {
    const x = stage.x(at);
    svg.append(shape("line", { class: "tick", x1: x, x2: x, y1: 16, y2: 22 }));
    if (at >= 0 && x < stage.width - 20) svg.append(words(grouped(at), { class: "when", x: x + 3, y: 15 }));
  }
  byID("axis").replaceChildren(svg);
};
