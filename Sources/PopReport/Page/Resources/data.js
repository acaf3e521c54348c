// What the page holds: the report, and sessions that are taken out when they are opened.

const bytesOf = (id) => Uint8Array.from(atob(byID(id).textContent), (letter) => letter.charCodeAt(0));

const decode = async (id) => {
  const stream = new Blob([bytesOf(id)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
};

/// The sessions that were opened last, by their blocks.
const opened = new Map();

const sessionOf = async (block) => {
  if (!opened.has(block)) {
    opened.set(block, decode(`session-${block}`).then(prepare));
    if (opened.size > 8) opened.delete(opened.keys().next().value);
  }
  return opened.get(block);
};

/// Gives the rows of a session's runs names, so that the code that draws them reads well.
const prepare = (session) => {
  for (const side of ["recorded", "candidate"]) {
    const run = session[side];
    if (!run) continue;
    run.events = run.events.map(([number, at, kind, track, cause, detail, who]) => ({ number, at, kind, track, cause, detail, who }));
    run.byNumber = new Map(run.events.map((event) => [event.number, event]));
    for (const track of run.tracks) {
      track.slices = track.slices.map(([from, until, state, label]) => ({ from, until: until ?? run.end, state, label }));
    }
  }
  session.sides = ["recorded", "candidate"].filter((side) => session[side]);
  return session;
};
