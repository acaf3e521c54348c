// Everything shown comes through here: as text, never as markup.

/// A text with what would steer the page spelled out: control characters, and marks that turn the direction of writing.
const plain = (text) =>
  String(text ?? "").replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (mark) => `\\u{${mark.codePointAt(0).toString(16)}}`);

/// An element with attributes and children; texts become text nodes.
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : plain(value));
  }
  fill(element, ...children);
  return element;
};

/// Puts children into an element in place of those it has.
const fill = (element, ...children) => {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== "")
    .map((child) => child instanceof Node ? child : document.createTextNode(plain(child))));
  return element;
};

/// A name from a trace, whose direction of writing stays its own affair.
const name = (text) => make("bdi", {}, text);

const byID = (id) => document.getElementById(id);

/// `12,345`, and with up to three decimals where there are any.
const grouped = (number) => {
  const [whole, rest] = String(Math.abs(Math.round(number * 1000) / 1000)).split(".");
  return (number < 0 ? "-" : "") + whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest ? `.${rest}` : "");
};

const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/// `12,345 ms`.
const time = (milliseconds) => `${grouped(milliseconds)} ms`;

/// `popup, partner on page`, as far as there is one of each.
const subject = (finding) => {
  const popups = [finding.popup, finding.other].filter(Boolean);
  const parts = popups.flatMap((popup, index) => index ? [" and ", name(popup)] : [name(popup)]);
  if (finding.page) parts.push(popups.length ? " on " : "on ", name(finding.page));
  return parts.length ? parts : ["the app"];
};

const subjectText = (finding) => subject(finding).map((part) => part.textContent ?? part).join("");

/// A command with a button that copies it.
const command = (text) => {
  if (!text) return null;
  const code = make("code", {}, text);
  const button = make("button", { type: "button", class: "copy" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      fill(button, "Copied");
    } catch {
      // Where a page may not reach the clipboard, the text stands selected.
      getSelection().selectAllChildren(code);
    }
  });
  return make("div", { class: "command" }, code, button);
};
