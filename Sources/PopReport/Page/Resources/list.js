// The list of findings: by status, then by rule, then by popup and page.

const statusWords = { new: "New", fixed: "Fixed", same: "The same as before" };
const emptyWords = {
  new: "Nothing new was found.", fixed: "Nothing was mended.", same: "Nothing is wrong in both runs.",
};

/// Sorts into groups, which stand in the order in which they come first.
const groupBy = (entries, keyOf) => {
  const groups = new Map();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (groups.has(key)) groups.get(key).push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups];
};

const row = (finding, open, isView) => {
  const judgement = isView || ["known", "notes", "warns", finding.grade].includes(finding.judgement) ? null : finding.judgement;
  const button = make("button", { type: "button", class: "finding", "data-testid": "finding", "data-fingerprint": finding.f },
    make("span", {}, subject(finding)),
    make("span", { class: "often" }, counted(finding.sessions, "session")),
    make("span", { class: "more" }, judgement ? [finding.fails ? make("b", { class: "fails" }, judgement) : judgement, " · "] : null, isView ? null : `${finding.grade} · `, `#${finding.f.slice(0, 8)}`,
      finding.places.some((place) => place.block !== null) ? null : " · not in this file"));
  button.addEventListener("click", () => open(finding, button));
  return make("li", {}, button);
};

/// Fills the list with what passes the filters, in the order in which it stands there.
const showList = (report, open) => {
  const isView = report.purpose === "view";
  const shown = report.findings.filter(passes);
  const list = document.createDocumentFragment();
  const statuses = isView ? ["new"] : ["new", "fixed", "same"];
  for (const status of statuses) {
    const ofStatus = shown.filter((finding) => finding.status === status);
    const isEmpty = !report.findings.some((finding) => finding.status === status);
    if (!isView) list.append(make("h3", {}, `${statusWords[status]} `, make("span", { class: "faint" }, grouped(ofStatus.length))));
    if (!ofStatus.length) {
      list.append(make("p", { class: "faint" }, isView && isEmpty ? "Nothing is wrong in what was recorded."
        : isEmpty ? emptyWords[status] : "Nothing of it passes the filters."));
    }
    for (const [rule, ofRule] of groupBy(ofStatus, (finding) => finding.rule)) {
      const severity = ofRule[0].severity;
      const rows = groupBy(ofRule, (finding) => [finding.popup, finding.other, finding.page].join("\n")).flatMap(([, ofGroup]) => ofGroup);
      list.append(make("section", { class: "group" },
        make("h4", {}, make("span", { class: `badge ${severity}` }, severity), " ", rule, " ", make("span", { class: "faint" }, grouped(ofRule.length))),
        make("p", { class: "about" }, ofRule[0].about),
        make("ul", {}, rows.map((finding) => row(finding, open, isView)))));
    }
  }
  byID("list").replaceChildren(list);
  fill(byID("count"), `${grouped(shown.length)} of ${counted(report.findings.length, "finding")}`);
  markOpen();
  return [...byID("list").querySelectorAll(".finding")].map((element) => element.dataset.fingerprint);
};

/// Marks the row of the finding that is open.
const markOpen = () => {
  for (const element of byID("list").querySelectorAll(".finding")) {
    if (element.dataset.fingerprint === state.f) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
  }
};
