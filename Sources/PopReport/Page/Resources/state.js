// What is looked at stands in the address, so that a link leads there and a reload stays.

const filterNames = ["rule", "severity", "status", "grade", "popup", "page", "build"];

/// f: the finding; s: the session; t: the cursor; q: the text; and the filters.
let state = {};

const readState = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

const address = () => {
  const kept = Object.entries(state).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return `#${new URLSearchParams(kept)}`;
};

/// Changes what is looked at.
///
/// A step that one goes back from is a new entry of the history; a cursor that moves is not.
const setState = (changes, isStep) => {
  state = { ...state, ...changes };
  if (address() === (location.hash || "#")) return;
  history[isStep ? "pushState" : "replaceState"](null, "", address());
};

let waitingWrite = 0;

/// The cursor moves faster than a browser lets an address be written.
const setCursorState = (at) => {
  state.t = String(Math.round(at * 1000) / 1000);
  clearTimeout(waitingWrite);
  waitingWrite = setTimeout(() => setState({}, false), 150);
};
