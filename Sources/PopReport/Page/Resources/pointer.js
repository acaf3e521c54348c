// The lanes under a pointer: a click sets the cursor, a drag measures or zooms.

/// How far down in a lane a pointer is.
const yIn = (host, event) => event.clientY - host.getBoundingClientRect().top + host.scrollTop;

const followPointer = (host) => {
  let start = null;
  const xOf = (event) => event.clientX - host.getBoundingClientRect().left;
  host.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !stage) return;
    start = { x: xOf(event), isZoom: event.shiftKey };
    // Without it the drag would end at the edge of the lane; a pointer that is gone already needs none.
    try { host.setPointerCapture(event.pointerId); } catch { start = null; }
  });
  host.addEventListener("pointermove", (event) => {
    if (!stage) return;
    if (!start) {
      const lane = stage.lanes.find((entry) => entry.host === host);
      const near = lane?.eventAt(xOf(event), yIn(host, event));
      // The lane's own tip: marks are one shape and have none each.
      const tip = tips.get(event.target) ?? (near && told(near));
      if (tip) host.title = plain(tip);
      else host.removeAttribute("title");
      return;
    }
    if (Math.abs(xOf(event) - start.x) < 4) return;
    stage.measure(stage.timeAt(start.x), stage.timeAt(xOf(event)));
  });
  host.addEventListener("pointerup", (event) => {
    if (!start || !stage) return;
    const [from, x, isZoom] = [start.x, xOf(event), start.isZoom];
    start = null;
    if (Math.abs(x - from) < 4) return click(host, event, x);
    if (!isZoom) return;
    const [first, last] = [stage.timeAt(Math.min(from, x)), stage.timeAt(Math.max(from, x))];
    stage.measure();
    stage.show(first, last);
  });
  host.addEventListener("pointercancel", () => { start = null; });
  host.addEventListener("wheel", (event) => {
    if (!stage || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    stage.zoom(event.deltaY < 0 ? 0.8 : 1.25, stage.timeAt(xOf(event)));
  }, { passive: false });
};

/// Picks the event under the pointer, else the time.
const click = (host, event, x) => {
  const lane = stage.lanes.find((entry) => entry.host === host);
  if (!lane || x < stage.label) return;
  const near = lane.eventAt(x, yIn(host, event));
  if (near) stage.move(near.at, { side: lane.side, event: near });
  else stage.move(stage.timeAt(x));
};
