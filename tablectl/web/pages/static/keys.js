/** Keys of the pages around the table. A seat's deck has keys of its own (seat/deck.js). */

import { make } from "./elements.js";

const EARLY_MS = 350; // a key that was drawn just now takes no finger: it was meant for another one

/**
 * @param {string|Node} word
 * @param {() => void} does
 * @param {string} [classes] beside `key`
 * @param {object} [attributes]
 * @returns {HTMLButtonElement}
 */
export function makeKey(word, does, classes = "", attributes = {}) {
  const key = make("button", `key ${classes}`, { type: "button", ...attributes }, word);
  const drawn = performance.now();
  key.addEventListener("click", () => performance.now() - drawn >= EARLY_MS && does());
  return key;
}
