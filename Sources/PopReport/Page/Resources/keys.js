// The keyboard: everything can be done without a pointer.

const keyActions = {
  ArrowLeft: () => stage?.step(-1), ArrowRight: () => stage?.step(1),
  a: () => stage?.pan(-0.2), d: () => stage?.pan(0.2), w: () => stage?.zoom(0.7), s: () => stage?.zoom(1 / 0.7),
  n: () => stage?.stepWitness(1), p: () => stage?.stepWitness(-1), " ": () => stage && playing.toggle(),
  Home: () => stage?.move(0), End: () => stage?.move(stage.end),
};

const listenToKeys = (actions) => {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const isText = target.matches("input[type=search], textarea");
    if (byID("help").open) return;
    if (event.key === "Escape") return actions.escape(isText);
    if (isText) return;
    if (event.key === "/") {
      event.preventDefault();
      unfold(byID("filter-text"));
      return byID("filter-text").focus();
    }
    if (event.key === "?") return byID("help").showModal();
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "j" || key === "k") return actions.next(key === "j" ? 1 : -1);
    // What chooses or presses by itself keeps its keys.
    if (target.matches("select, input")) return;
    if (key === " " && target.matches("button, summary, a")) return;
    if (!keyActions[key] || !stage) return;
    event.preventDefault();
    keyActions[key]();
  });
};
