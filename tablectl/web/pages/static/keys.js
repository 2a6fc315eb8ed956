/** Keys of the pages around the table. A seat's deck has keys of its own (seat/deck.js). */

import { make } from "./elements.js";

const EARLY_MS = 350; // a key that was drawn just now takes no finger: it was meant for another one
const OF_FINGER_MS = 1000; // a click so long after a finger was lifted may be that finger's

// the finger that went down last, wherever: on what, and when; and when it was lifted
const finger = { target: null, downAt: -Infinity, liftedAt: -Infinity };
document.addEventListener("pointerdown", startFinger, true);
document.addEventListener("pointerup", () => (finger.liftedAt = performance.now()), true);

function startFinger({ target }) {
  Object.assign(finger, { target, downAt: performance.now() });
}

/**
 * @param {string|Node} word
 * @param {() => void} does
 * @param {string} [classes] beside `key`
 * @param {object} [attributes]
 * @returns {HTMLButtonElement}
 */
export function makeKey(word, does, classes = "", attributes = {}) {
  return guardKey(make("button", `key ${classes}`, { type: "button", ...attributes }, word), does);
}

/**
 * Does this where a finger meant the key, and not what lay there before it.
 * @template {HTMLButtonElement} T
 * @param {T} key @param {() => void} does @returns {T}
 */
export function guardKey(key, does) {
  const drawn = performance.now();
  key.classList.add("arming");
  setTimeout(() => key.classList.remove("arming"), EARLY_MS);
  key.addEventListener("click", (event) => isMeant(event, key, drawn) && does());
  return key;
}

/** Whether a finger went down on this key, and not before it was drawn; or none made the click. */
function isMeant(event, key, drawn) {
  const now = performance.now();
  const isOfFinger = event.detail > 0 && now - finger.liftedAt < OF_FINGER_MS;
  const from = isOfFinger ? finger.downAt : now;
  return from - drawn >= EARLY_MS && (!isOfFinger || key.contains(finger.target));
}
