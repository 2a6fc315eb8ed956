/** Small parts of the floor's page. */

import { make, write } from "../elements.js";
import { seatDisc } from "../parts.js";
import { capital, say } from "../words.js";

/** @param {string|Node} word @param {() => void} does */
export function makeKey(word, does, classes = "", attributes = {}) {
  const key = make("button", `key ${classes}`.trim(), { type: "button", ...attributes }, word);
  key.addEventListener("click", does);
  return key;
}

/**
 * A box that opens something: its title, what it does, and where that is from.
 * @param {{title: string, effect: string, from?: string, id: string, does: () => void}} way
 */
export function wayKey({ title, effect, from = "", id, does, classes = "" }) {
  const head = make("span", "head", {}, make("b", "", {}, title), from ? make("small", "", {}, from) : null);
  const key = makeKey("", does, `way ${classes}`, { "data-id": id });
  key.append(head, make("span", "effect", {}, effect), make("span", "opens", { "aria-hidden": "true" }, "›"));
  return key;
}

export function plate(classes, ...children) {
  return make("section", `plate ${classes}`.trim(), {}, ...children);
}

/** The heading of a screen: the focus is there when it is opened. */
export function title(word) {
  return make("h2", "title", { tabindex: "-1", "data-id": "title" }, word);
}

/** Why the table has not taken what was asked at once. */
export function warningOf({ refusal }) {
  return refusal ? make("p", "warning", { role: "alert" }, refusal) : null;
}

/** Keys for digits; below them one that empties, or that changes the sign. @param {(key: string) => void} press "" empties */
export function keypad(press, hasSign = false) {
  const last = hasSign ? makeKey("±", () => press("±"), "digit", { "aria-label": say("change_sign") }) : makeKey(say("my_clear"), () => press(""), "digit word");
  const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => makeKey(digit, () => press(digit), "digit"));
  const erase = makeKey("⌫", () => press("⌫"), "digit", { "aria-label": say("delete_digit") });
  return make("div", "keypad", {}, ...digits, last, makeKey("0", () => press("0"), "digit"), erase);
}

/** A text that changes with each second; `writeLive` writes it. @param {() => string} text */
export function live(text, classes = "") {
  const element = make("span", `live ${classes}`.trim(), {}, text());
  element.text = text;
  return element;
}

export function writeLive() {
  for (const one of document.querySelectorAll(".live")) {
    write(one, one.text());
  }
}

export function label(word) {
  return make("h3", "label", {}, word);
}

/** A seat's disc and name. @param {Object<string, string>} names */
export function seatName(names, seat) {
  return make("span", "seat-name", {}, seatDisc(seat), nameIn(names, seat));
}

/** The name of a seat's player, or its number. */
export function nameIn(names, seat) {
  return names[seat] ?? say("seat_name", { number: seat });
}

/** "21:14:07" of the time of a row, as this machine's clock has it. */
export function timeOf(wall) {
  const time = new Date(wall);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleTimeString("en-GB");
}

/** A sentence with one full stop. */
export function sentence(text) {
  return capital(/[.!?…]$/.test(text) ? text : `${text}.`);
}

/** Fills an element anew, and leaves the focus, and what somebody is typing, where it was. */
export function refill(element, children) {
  const id = element.contains(document.activeElement) ? document.activeElement.dataset.id : "";
  const typed = new Map([...element.querySelectorAll("input")].map((input) => [input.id, input.value]));
  element.replaceChildren(...children.filter(Boolean));
  for (const input of element.querySelectorAll("input")) {
    input.value = typed.get(input.id) ?? input.value;
  }
  if (id) {
    element.querySelector(`[data-id="${CSS.escape(id)}"]`)?.focus();
  }
}
