/** Small parts of the floor's page. */

import { make } from "../elements.js";
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

/** Fills an element anew, and leaves the focus where it was. */
export function refill(element, children) {
  const id = element.contains(document.activeElement) ? document.activeElement.dataset.id : "";
  element.replaceChildren(...children.filter(Boolean));
  if (id) {
    element.querySelector(`[data-id="${CSS.escape(id)}"]`)?.focus();
  }
}
