// What stands beneath the findings: limits, outcomes, what was judged.

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
    section.append(table(["metric", "of", "baseline", "candidate", "change", "evidence", "limits"], report.metrics.map((metric) => [
      metric.metric, metric.scope, metric.baseline ?? "–", metric.candidate ?? "–", metric.change ?? "–",
      make("span", { class: metric.evidence === "worse" ? "worse" : metric.evidence === "better" ? "better" : null }, metric.evidence),
      metric.limits.map((limit, index) => make("span", { class: limit.broken ? "fails" : null }, index ? ", " : null, limit.words, limit.broken ? " broken" : null)),
    ]), [2, 3]));
  }
  if (report.blame.length) {
    section.append(make("h3", {}, "Which key of the policy brings what"), make("ul", {}, report.blame.map((sentence) => make("li", {}, sentence))));
  }
  for (const breakdown of report.breakdowns) {
    section.append(make("h3", {}, `Hurt sessions by ${plain(breakdown.by)}`), table([breakdown.by, "hurt", "of", "failures"],
      breakdown.rows.map((entry) => [entry.value ? name(entry.value) : "not said", grouped(entry.hurt), grouped(entry.of), grouped(entry.failures)]), [1, 2, 3]));
  }
  section.hidden = section.children.length < 2;
};

const showCoverage = (report) => {
  const section = byID("coverage");
  section.append(make("dl", { class: "facts" }, report.facts.flatMap((fact) => [make("dt", {}, fact.label), make("dd", {}, fact.value)])));
  if (report.unread.length) {
    section.append(make("h3", {}, "Not judged"), table(["trace", "session", "why"], report.unread.map((entry) => [name(entry.trace), name(entry.session), entry.because])));
  }
  for (const remark of report.remarks) section.append(make("p", { class: "notice" }, remark));
};

/// The sessions of a page that shows recordings, each to open.
const showSessions = (report, openSession) => {
  if (report.purpose !== "view" && report.findings.length) return;
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
  if (report.left) fill(notice, make("p", {}, report.left.sentence), report.left.command ? make("p", {}, "This shows one of them:") : null, command(report.left.command));
};
