// What stands around the findings: why, limits, outcomes, what was judged.

const table = (columns, rows, numbers = []) =>
  make("div", { class: "scroll" }, make("table", {},
    make("thead", {}, make("tr", {}, columns.map((column, index) => make("th", { scope: "col", class: numbers.includes(index) ? "number" : null }, column)))),
    make("tbody", {}, rows.map((cells) => make("tr", {}, cells.map((cell, index) => make("td", { class: numbers.includes(index) ? "number" : null }, cell)))))));

const link = (text, block, openSession) => {
  if (block === null) return text;
  const button = make("button", { type: "button" }, text);
  button.addEventListener("click", () => openSession(block));
  return button;
};

const showOutcomes = (report, openSession) => {
  if (!report.outcomes.length) return;
  byID("outcomes").hidden = false;
  fill(byID("outcomes-count"), counted(report.outcomes.reduce((sum, outcome) => sum + outcome.count, 0), "popup"));
  const recorded = report.baseline === "recorded" ? "recorded, ms" : `${report.baseline}, ms`;
  byID("outcomes").append(table(["change", "popup", "times", recorded, report.policy, "certainty", "for example"],
    report.outcomes.map((outcome) => [
      make("span", { class: outcome.change === "lost" ? "lost" : null }, outcome.change), name(outcome.popup), grouped(outcome.count), outcome.recorded,
      outcome.candidate, outcome.grade, link(`#${outcome.number} in ${plain(outcome.session)}`, outcome.block, openSession),
    ]), [2]));
};

const showMetrics = (report) => {
  const section = byID("metrics");
  if (report.metrics.length) {
    const broken = report.metrics.filter((metric) => metric.limits.some((limit) => limit.broken)).length;
    fill(byID("metrics-count"), broken ? make("span", { class: "fails" }, `${grouped(broken)} broken`) : "none broken", `, of ${counted(report.metrics.length, "metric")}`);
    section.append(table(["metric", "of", "baseline", "candidate", "change", "evidence", "limits"], report.metrics.map((metric) => [
      metric.metric, name(metric.scope), metric.baseline ?? "–", metric.candidate ?? "–", metric.change ?? "–",
      make("span", { class: metric.evidence === "worse" ? "worse" : metric.evidence === "better" ? "better" : null }, metric.evidence),
      metric.limits.map((limit, index) => make("span", { class: limit.broken ? "fails" : null }, index ? ", " : null, limit.words, limit.broken ? " broken" : null)),
    ]), [2, 3]));
  }
  for (const breakdown of report.breakdowns) {
    section.append(make("h3", {}, `Hurt sessions by ${plain(breakdown.by)}`), table([breakdown.by, "hurt", "of", "failures"],
      breakdown.rows.map((entry) => [entry.value ? name(entry.value) : "not said", grouped(entry.hurt), grouped(entry.of), grouped(entry.failures)]), [1, 2, 3]));
  }
  section.hidden = section.children.length < 2;
  byID("blame").hidden = !report.blame.length;
  fill(byID("blame-count"), counted(report.blame.length, "cause"));
  byID("blame").append(make("ul", {}, report.blame.map((sentence) => make("li", {}, sentence))));
};

const reasonWords = { key: "Brought by", accepted: "Risen since it was accepted", limit: "Limit that breaks", popup: "Popups that most users lose", hit: "Popups that fail in most sessions" };

/// Leads to what a reason is about: a popup to its first row, or to its outcomes.
const followReason = (reason) => {
  const ofPopup = ["popup", "hit"].includes(reason.kind) && [...document.querySelectorAll("#found .finding[data-status=new]")].find((element) => element.querySelector(".subject bdi")?.textContent === plain(reason.label));
  const target = ofPopup || byID({ key: "blame", limit: "metrics", accepted: "coverage", popup: "outcomes", hit: "found" }[reason.kind]);
  unfold(target);
  target.scrollIntoView({ block: ofPopup ? "center" : "start" });
  (target.matches("details") ? target.querySelector("summary") : target).focus({ preventScroll: true });
};

/// Says why the verdict is what it is; each reason leads to its part of the page.
const showReasons = (report) => {
  const host = byID("why");
  host.hidden = !report.why.length;
  fill(host, make("h2", { class: "unseen" }, "Why"), make("dl", { class: "why" }, groupBy(report.why, (reason) => reason.kind).flatMap(([kind, reasons]) => [
    make("dt", {}, reasonWords[kind]),
    ...reasons.map((reason) => {
      const button = make("button", { type: "button", class: "reason", "data-kind": kind }, name(reason.label));
      button.addEventListener("click", () => followReason(reason));
      return make("dd", {}, button, " ", reason.words, reason.aside ? make("span", { class: "faint" }, ` ${reason.aside}`) : null, reason.left ? make("span", { class: "faint" }, ` and ${grouped(reason.left)} more`) : null);
    }),
  ])));
  if (report.verdict.accept) host.append(make("p", { class: "faint" }, "This would accept what fails:"), command(report.verdict.accept));
  const limit = byID("limit");
  limit.hidden = report.listed >= report.total;
  fill(limit, `This page lists ${grouped(report.listed)} of ${counted(report.total, "finding")}, those that matter most. Every count is of all of them; the filters look through those that are listed. --format json=FILE has all.`);
};

const showCoverage = (report) => {
  const section = byID("coverage");
  fill(byID("coverage-count"), report.facts.slice(0, 2).map((fact) => `${fact.value} ${fact.label.toLowerCase()}`).join(", "), report.remarks.length ? `, ${counted(report.remarks.length, "remark")}` : null);
  section.append(make("dl", { class: "facts" }, report.facts.flatMap((fact) => [make("dt", {}, fact.label), make("dd", {}, fact.value)])));
  if (report.unread.length) {
    section.append(make("h3", {}, "Not judged"), table(["trace", "session", "why"], report.unread.map((entry) => [name(entry.trace), name(entry.session), entry.because])));
  }
  for (const remark of report.remarks) section.append(make("p", { class: "notice" }, remark));
};

/// The sessions of a page that shows recordings, each to open.
const showSessions = (report, openSession) => {
  if (!report.viewed && report.findings.length) return;
  const section = byID("sessions");
  section.hidden = !report.sessions.length;
  fill(section, make("h3", {}, "Sessions ", make("span", { class: "faint" }, grouped(report.sessions.length))),
    make("ul", {}, report.sessions.map((session) => {
      const button = make("button", { type: "button", class: "finding", "data-testid": "open-session", "data-block": session.block },
        make("span", {}, name(session.session)), make("span", { class: "often" }, counted(session.events, "event")),
        make("span", { class: "more" }, name(session.trace), session.build ? [" · build ", name(session.build)] : null,
          session.findings.length ? ` · ${counted(session.findings.length, "finding")}` : null));
      button.addEventListener("click", () => openSession(session.block));
      return make("li", {}, button);
    })));
};

const showLeft = (report) => {
  const notice = byID("left");
  notice.hidden = !report.left;
  if (!report.left) return;
  fill(byID("left-count"), counted(report.left.sessions, "session"));
  notice.append(make("p", {}, report.left.sentence), report.left.command ? make("p", {}, "This shows one of them:") : "", command(report.left.command) ?? "");
};
