// From here it all begins.

/// Says what went wrong; without a sentence, that nothing does.
const trouble = (sentence, command = null) => {
  byID("trouble").hidden = !sentence;
  fill(byID("trouble"), sentence, command);
};

const start = async () => {
  if (typeof DecompressionStream !== "function") {
    return trouble("This browser cannot decompress what is in this file. Open it with one of 2023 or later: Safari 16.4, Chrome 103, Firefox 113.");
  }
  const report = await decode("report");
  for (const finding of report.findings) finding.text = textOf(finding);
  state = readState();
  byID("main").dataset.purpose = report.purpose;
  document.querySelector(".top").dataset.verdict = report.verdict.word;
  fill(byID("subject"), report.purpose === "view" ? name(report.policy) : [name(report.policy), report.baseline === "none" ? " by itself" : " against ", report.baseline === "none" ? null : report.baseline === "recorded" ? "the recording" : name(report.baseline)]);
  let order = [];
  const openFinding = (finding, button) => {
    returnTo = button;
    setState({ f: finding.f, s: "", t: "" }, true);
    openDetail(report, true);
  };
  const openSession = (block) => {
    returnTo = document.activeElement;
    setState({ f: "", s: String(block), t: "" }, true);
    openDetail(report, true);
  };
  const list = () => { order = showList(report, openFinding); };
  buildFilters(report, (changes) => {
    setState(changes, false);
    showFilters();
    list();
  });
  showFilters();
  list();
  showReasons(report);
  showLeft(report);
  showMetrics(report);
  showOutcomes(report, openSession);
  showCoverage(report);
  showSessions(report, openSession);
  fill(byID("legend"), "Marks: ● the user, ▲ the app, ▮ the scheduler, ◆ a witness of the finding. Arrows lead from causes.");
  const close = () => {
    setState({ f: "", s: "", t: "" }, true);
    trouble(null);
    closeDetail();
    (returnTo?.isConnected ? returnTo : byID("found-title")).focus();
  };
  listenTo(report, close, list, () => order);
  if (state.f || state.s) await openDetail(report, false);
  else if (report.viewed && report.sessions.length === 1) {
    setState({ s: "0" }, false);
    await openDetail(report, false);
  }
  document.documentElement.dataset.ready = "1";
  performance.mark("ready");
};

const listenTo = (report, close, list, order) => {
  byID("close").addEventListener("click", close);
  byID("play").addEventListener("click", () => playing.toggle());
  byID("back").addEventListener("click", () => stage?.step(-1));
  byID("on").addEventListener("click", () => stage?.step(1));
  byID("witness").addEventListener("click", () => stage?.stepWitness(1));
  byID("fit").addEventListener("click", () => stage?.show(-stage.end * 0.02, stage.end * 1.02));
  byID("near").addEventListener("click", () => stage?.near());
  byID("ask-help").addEventListener("click", () => byID("help").showModal());
  byID("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byID("found-title").focus();
  });
  byID("session").addEventListener("change", () => {
    setState({ s: byID("session").value, t: "" }, true);
    openDetail(report, false);
  });
  for (const host of document.querySelectorAll(".lane")) followPointer(host);
  listenToKeys({
    escape: (isText) => {
      if (stage?.measured) return stage.measure();
      if (isText) return document.activeElement.blur();
      if (!byID("detail").hidden) close();
    },
    next: (step) => {
      const all = order();
      const index = all.indexOf(state.f);
      const next = all[index < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(0, index + step), all.length - 1)];
      if (next) document.querySelector(`.finding[data-fingerprint="${CSS.escape(next)}"]`)?.click();
    },
  });
  addEventListener("resize", () => stage?.redraw());
  matchMedia("print").addEventListener("change", () => stage?.draw());
  // Paper cannot be unfolded.
  addEventListener("beforeprint", () => { for (const part of document.querySelectorAll("#rest details, #list details, #parts details")) part.open = true; });
  addEventListener("popstate", () => {
    state = readState();
    showFilters();
    list();
    openDetail(report, false);
  });
};

start().catch((error) => trouble(`This page could not be read: ${error.message}`));
