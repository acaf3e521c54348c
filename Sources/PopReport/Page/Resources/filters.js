// The filters, and what passes them.

const filterWords = { rule: "Rule", severity: "Severity", status: "Status", grade: "Grade", popup: "Popup", page: "Page", build: "Build" };

const valuesOf = (finding, filter) => {
  if (filter === "build") return finding.builds.map((entry) => entry.build);
  if (filter === "popup") return [finding.popup, finding.other].filter(Boolean);
  return finding[filter] ? [finding[filter]] : [];
};

const textOf = (finding) =>
  [finding.rule, finding.met, finding.popup, finding.other, finding.page, finding.because, finding.f, finding.severity, finding.status, finding.grade,
    finding.judgement, ...finding.places.flatMap((place) => [place.trace, place.session])].join("\n").toLowerCase();

const passes = (finding) =>
  filterNames.every((filter) => !state[filter] || valuesOf(finding, filter).includes(state[filter]))
  && (state.q ?? "").toLowerCase().split(/\s+/).every((word) => finding.text.includes(word));

const isFiltering = () => filterNames.some((filter) => state[filter]) || Boolean((state.q ?? "").trim());

/// Builds the selects, with how many findings have each value; one with nothing to choose from is left out.
const buildFilters = (report, changed) => {
  const isView = report.purpose === "view";
  for (const filter of filterNames) {
    if (isView && filter === "status") continue;
    const counts = new Map();
    for (const finding of report.findings) {
      for (const value of new Set(valuesOf(finding, filter))) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    if (counts.size < 2 && !state[filter]) continue;
    const select = make("select", { id: `filter-${filter}`, "data-testid": `filter-${filter}`, "data-filter": filter },
      make("option", { value: "" }, "all"));
    const values = [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
    for (const [value, count] of values.slice(0, 500)) {
      const option = make("option", {}, `${plain(value)} (${grouped(count)})`);
      option.value = value;
      select.append(option);
    }
    select.addEventListener("change", () => changed({ [filter]: select.value }));
    byID("selects").append(make("p", { class: "field" }, make("label", { for: select.id }, filterWords[filter]), select));
  }
  const text = byID("filter-text");
  text.addEventListener("input", () => changed({ q: text.value }));
  byID("filters").addEventListener("submit", (event) => event.preventDefault());
  byID("clear").addEventListener("click", () => changed(Object.fromEntries([...filterNames, "q"].map((filter) => [filter, ""]))));
};

/// Shows what is chosen.
const showFilters = () => {
  for (const select of document.querySelectorAll("[data-filter]")) {
    select.value = state[select.dataset.filter] ?? "";
    // A value of the address that no finding has.
    if (select.selectedIndex < 0) select.value = "";
  }
  const text = byID("filter-text");
  if (text.value !== (state.q ?? "")) text.value = state.q ?? "";
  if (isFiltering()) byID("filter-box").open = true;
};
