// A finding, or a session, that is open.

const gradeWords = {
  exact: "everything up to there happens as it was recorded", derived: "it follows from what was recorded",
  robust: "it is so whatever is assumed of what the recording leaves open", assumed: "it rests on an assumption",
};

/// What is open: its stage, and what had the focus before.
let stage = null;
let returnTo = null;

const closeDetail = () => {
  stage?.leave();
  stage = null;
  byID("detail").hidden = true;
  markOpen();
};

/// Tells what is known of a finding, before its session is opened.
const tellFinding = (report, finding) => {
  const isView = report.purpose === "view";
  fill(byID("detail-title"), ...subject(finding));
  fill(byID("told"), finding.met, make("span", { class: "faint" }, ` ${finding.rule}`));
  const badges = [[finding.severity, finding.severity], ...isView ? [] : [[finding.status, finding.status], [finding.grade, "plain"]]];
  if (!["known", "notes", "warns", finding.status, finding.grade].includes(finding.judgement) && !isView) badges.push([finding.judgement, finding.fails ? "fails" : "plain"]);
  fill(byID("badges"), badges.map(([text, look]) => make("span", { class: `badge ${look}` }, text)), make("span", { class: "faint" }, `#${finding.f}`));
  fill(byID("because"), finding.because);
  const excuse = finding.excuse;
  fill(byID("words"), isView ? null : `${finding.grade}: ${gradeWords[finding.grade]}. `, finding.why ? `${finding.why}. ` : null,
    excuse ? `${finding.judgement}: ${excuse.reason || "no reason given"}${excuse.owner ? `, by ${excuse.owner}` : ""}${excuse.expires ? `, until ${excuse.expires}` : ""}. ` : null);
  fill(byID("about"), make("summary", {}, `What ${finding.rule} means`), make("p", {}, finding.about));
  byID("about").hidden = false;
  fill(byID("command"), command(finding.explain));
};

const tellSession = (report, entry) => {
  fill(byID("detail-title"), "Session ", name(entry.session));
  fill(byID("told"));
  fill(byID("badges"));
  fill(byID("because"));
  fill(byID("words"));
  fill(byID("command"));
  byID("about").hidden = true;
};

/// The sessions in the file that have a finding; the one that it is told of first.
const sessionsWith = (report, finding) => {
  const first = finding.places.find((place) => place.block !== null)?.block;
  const all = report.sessions.filter((session) => session.findings.includes(`${finding.status} ${finding.f}`));
  return all.sort((left, right) => (right.block === first) - (left.block === first) || left.block - right.block);
};

/// The sessions to choose from: of a finding those that have it, else all.
const fillSessions = (report, finding, block) => {
  const choice = byID("session");
  const entries = finding ? sessionsWith(report, finding) : report.sessions;
  fill(choice, entries.slice(0, 1000).map((entry) => {
    const option = make("option", {}, `${plain(entry.session)} in ${plain(entry.trace)}`);
    option.value = entry.block;
    return option;
  }));
  choice.value = block;
  const entry = report.sessions[block];
  const facts = [entry.app, entry.build && `build ${entry.build}`, entry.policy && `recorded under ${entry.policy}`, entry.device, entry.os, entry.started, counted(entry.events, "event")];
  const others = finding ? finding.sessions - entries.length : 0;
  fill(byID("facts-of-session"), facts.filter(Boolean).join(", "), others > 0 ? `; ${counted(others, "other session")} with it not in this file` : "");
};

/// A finding none of whose sessions is in the file: the events around it are all there is.
const tellExcerpt = (finding) => {
  for (const part of ["stage", "events"]) byID(part).hidden = true;
  byID("session").closest("p").hidden = true;
  const place = finding.places[0];
  fill(byID("excerpt"), make("p", { class: "notice" }, place ? ["Its session, ", name(place.session), " in ", name(place.trace), ", is not in this file."] : "Its session is not in this file."),
    finding.timeline.length ? table(["event", "ms", "what", ""], finding.timeline.map((line) => [line.event ?? "", grouped(line.t), [line.kind, line.witness ? make("b", { class: "witness-word" }, " witness") : null], name(line.detail)]), [0, 1]) : null);
};

/// What is to be said of a link to a finding that is not listed.
const missing = (report) => {
  const beyond = Object.keys(report.beyond).find((entry) => entry.startsWith(state.f));
  if (beyond) return [`Finding ${state.f} is beyond the limit: this page lists ${grouped(report.listed)} of ${counted(report.total, "finding")}. This shows it: `, command(report.beyond[beyond])];
  const more = report.total - report.listed > Object.keys(report.beyond).length ? `It may be beyond the limit, for this page lists ${grouped(report.listed)} of ${counted(report.total, "finding")}; --format json=FILE has all. Else it` : "It";
  return [`There is no finding ${state.f} here. ${more} may be mended, or the page may be of another run.`];
};

/// Opens what the state says.
///
/// - isFocused: Whether the reader asked for it, and so is led there.
const openDetail = async (report, isFocused) => {
  const finding = state.f ? report.findings.find((entry) => entry.f === state.f || entry.f.startsWith(state.f)) : null;
  let block = state.s !== undefined && state.s !== "" && report.sessions[Number(state.s)] ? Number(state.s) : null;
  trouble(...state.f && !finding ? missing(report) : [null]);
  const having = finding ? sessionsWith(report, finding) : [];
  if (finding && !having.some((session) => session.block === block)) block = having[0]?.block ?? null;
  if (!finding && block === null) return closeDetail();
  stage?.leave();
  stage = null;
  const detail = byID("detail");
  detail.hidden = false;
  if (finding) tellFinding(report, finding);
  else tellSession(report, report.sessions[block]);
  fill(byID("excerpt"));
  markOpen();
  if (isFocused) {
    detail.focus({ preventScroll: true });
    detail.scrollIntoView({ block: "start" });
  }
  if (block === null) return tellExcerpt(finding);
  for (const part of ["stage", "events"]) byID(part).hidden = false;
  byID("session").closest("p").hidden = false;
  fillSessions(report, finding, block);
  const asked = `${state.f} ${state.s}`;
  const session = await sessionOf(block);
  // Something else was opened meanwhile.
  if (asked !== `${state.f} ${state.s}`) return;
  const own = finding && session.findings.find((entry) => entry.f === finding.f && (entry.status === finding.status || report.purpose === "view"));
  if (own) fill(byID("because"), own.because);
  byID("near").hidden = !own;
  byID("witness").hidden = !own;
  const at = state.t === undefined || state.t === "" ? null : Number(state.t);
  stage = new Stage(report, session, own ?? null);
  if (at !== null && Number.isFinite(at)) stage.move(at);
  stage.draw();
  // What was above it may have moved it.
  if (isFocused) detail.scrollIntoView({ block: "start" });
  detail.dataset.session = block;
};
