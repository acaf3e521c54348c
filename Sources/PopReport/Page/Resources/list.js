// The list of findings: part by part, a row for each popup and page. What fails is open; the rest is folded behind its count.

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
  const judgement = isView || ["known", "notes", "warns", "fails", "assumed", finding.grade].includes(finding.judgement) ? null : finding.judgement;
  const button = make("button", { type: "button", class: "finding", "data-testid": "finding", "data-fingerprint": finding.f, "data-status": finding.status },
    make("span", { class: "subject" }, subject(finding)),
    make("span", { class: "often" }, counted(finding.sessions, "session")),
    make("span", { class: "more" }, make("span", { class: "met" }, finding.met), ` ${finding.rule}`,
      judgement ? [" · ", finding.fails ? make("b", { class: "fails" }, judgement) : judgement] : null, isView ? null : ` · ${finding.grade}`,
      finding.places.some((place) => place.block !== null) ? null : " · not in this file"));
  button.addEventListener("click", () => open(finding, button));
  return button;
};

/// The rows of a part: one for each popup and page, the others of it folded into it.
const rowsFor = (findings, open, isView) => make("ul", { class: "group" },
  groupBy(findings, (finding) => `${finding.popup}\n${finding.page}`).map(([, [first, ...others]]) => make("li", {}, row(first, open, isView),
    others.length ? make("details", { class: "also" }, make("summary", {}, `${grouped(others.length)} more of this popup and page`), others.map((finding) => row(finding, open, isView))) : null)));

const countWords = (section, shown, listed) => {
  if (isFiltering()) return `${grouped(shown)} of ${grouped(listed)}${listed < section.count ? ` that are listed; ${grouped(section.count)} in all` : ""}`;
  const rest = listed === section.count ? "" : listed ? `, ${grouped(listed)} of them listed here` : ", none of them listed here";
  return `${counted(section.count, "finding")}${rest}${section.times ? `; ${section.times}` : ""}`;
};

/// Fills the list with what passes the filters, in the order in which it stands there.
const showList = (report, open) => {
  const isView = report.purpose === "view";
  const shown = report.findings.filter(passes);
  const [list, rest] = [document.createDocumentFragment(), document.createDocumentFragment()];
  // A filter may leave nothing of what fails.
  if (!shown.length && isFiltering()) list.append(make("p", { class: "faint" }, "Nothing of it passes the filters."));
  for (const section of report.sections) {
    const listed = report.findings.filter((finding) => finding.section === section.name);
    const found = shown.filter((finding) => finding.section === section.name);
    if (isFiltering() && !found.length) continue;
    const words = make("span", { class: "faint" }, countWords(section, found.length, listed.length));
    const rules = make("p", { class: "rules faint" }, section.rules.map((entry) => `${entry.rule} ${grouped(entry.count)}`).join(" · "));
    if (section.name === "fails") {
      fill(byID("found-title"), `${section.title} `, words);
      if (!section.count) {
        list.append(make("p", { class: "faint" }, isView ? "Nothing is wrong in what was recorded, as far as errors go." : "No finding fails."));
      } else {
        list.append(rowsFor(found, open, isView));
        if (section.rules.length > 1) list.append(rules);
      }
      continue;
    }
    rest.append(make("details", { class: "part", "data-section": section.name, open: isView || isFiltering() },
      make("summary", {}, make("h3", {}, section.title), " ", words), rules, rowsFor(found, open, isView)));
  }
  byID("list").replaceChildren(list);
  byID("rest").replaceChildren(rest);
  const inAll = report.listed < report.total ? ` listed; ${counted(report.total, "finding")} in all` : "";
  fill(byID("count"), `${grouped(shown.length)} of ${inAll ? grouped(report.listed) : counted(report.listed, "finding")}${inAll}`);
  fill(byID("filter-title"), isFiltering() ? "Filter, in use" : "Filter", make("span", { class: "faint" }, ` ${counted(report.listed, "finding")}${inAll ? " that are listed" : ""}`));
  markOpen();
  return [...document.querySelectorAll("#found .finding[data-fingerprint]")].map((element) => element.dataset.fingerprint);
};

/// Marks the row of the finding that is open, and unfolds what it stands in.
const markOpen = () => {
  for (const element of document.querySelectorAll("#found .finding")) {
    if (state.f && element.dataset.fingerprint === state.f) {
      element.setAttribute("aria-current", "true");
      unfold(element);
    } else {
      element.removeAttribute("aria-current");
    }
  }
};

/// Opens whatever something is folded into.
const unfold = (element) => {
  for (let up = element; up; up = up.parentElement) if (up.matches("details")) up.open = true;
};
