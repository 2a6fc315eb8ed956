/**
 * The places of the floor's page: tabs of a phone, lines of a desktop's rail. A new place is a file
 * with a Place and its line here; its word is `place_<name>` of words.py, its sign is in icons.js.
 */

import { clockPlace } from "./clock.js";
import { devicesPlace } from "./devices.js";
import { handsPlace } from "./hands.js";
import { peoplePlace } from "./people.js";
import { seatsPlace } from "./seats.js";
import { tablePlace } from "./status.js";

/**
 * What is drawn in a column, and again when what it draws has changed.
 * @typedef {object} Screen
 * @property {(page: import("./page.js").Page) => (Node|null)[]} draw
 * @property {(page: import("./page.js").Page) => any} [watches] what it draws of the table; without
 *     it: the whole status but what changes with each second
 */

/**
 * @typedef {Screen & object} Place
 * @property {string} name
 * @property {boolean} [isTab] it has a tab of its own on a phone; the others are lines of MORE
 * @property {(page: import("./page.js").Page) => boolean} [isThere] else it is at every table
 * @property {(page: import("./page.js").Page) => string|number} [count] of what is wrong there, or
 *     "!"; 0: nothing
 * @property {"all"|"last"|"none"} [beside] what a desktop's right column has: seats and last acts
 *     (without it), the last acts alone, or nothing: the place takes its room
 */

/** In the order of the rail. @type {Place[]} */
export const PLACES = [tablePlace, seatsPlace, handsPlace, clockPlace, devicesPlace, peoplePlace];

/** @returns {Place[]} */
export function placesOf(page) {
  return PLACES.filter((one) => one.isThere?.(page) ?? true);
}
