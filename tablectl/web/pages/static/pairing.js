/**
 * Which seats this phone has, and how it comes to one.
 *
 * The key of a pairing is the phone's own: it stays in this phone's storage, and signs what the page
 * sends. It is never part of an address that is asked for.
 */

import { askTable } from "./api.js";
import { macOf, newNonce, pairText, phoneKey } from "./mac.js";
import { recall, remember } from "./storage.js";

export { recall, remember };

/**
 * @typedef {object} Pairing
 * @property {string} key 128 bits in hex digits
 * @property {number} epoch counts the pairings of the seat
 * @property {number} next the number of the next press
 * @property {object[]} waiting presses that the table has not answered yet
 * @property {string} [mark] two letters that stand at the seat
 */

const KEY = /^[A-Za-z0-9_-]{22}$/; // 128 bits as base64url

function nameOfStored(table, seat) {
  return `tablectl.${table}.seat.${seat}`;
}

/** @returns {Pairing|null} of this phone with a seat of a table */
export function pairingOf(table, seat) {
  try {
    const pairing = JSON.parse(recall(nameOfStored(table, seat)) ?? "null");
    return pairing && typeof pairing.key === "string" ? pairing : null;
  } catch {
    return null;
  }
}

/** @param {Pairing} pairing */
export function keepPairing(table, seat, pairing) {
  remember(nameOfStored(table, seat), JSON.stringify(pairing));
}

export function forgetPairing(table, seat) {
  remember(nameOfStored(table, seat), null);
}

/** Those of a table's seats that this phone has. @param {number[]} seats @returns {number[]} */
export function seatsOfThisPhone(table, seats) {
  return seats.filter((seat) => pairingOf(table, seat) !== null);
}

/**
 * Takes the code's key out of the page's address, where it must not stay: not in the history, not on
 * a picture of the screen.
 * @returns {string} in hex digits; empty: the address has none
 */
export function takeKeyOfAddress() {
  const text = location.hash.slice(1);
  if (location.hash) {
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return KEY.test(text) ? hexOfKey(text) : "";
}

function hexOfKey(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/") + "==");
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/** What was added to each code: who asks again, because no answer came, says the same. */
const nonces = new Map();

/**
 * Spends a code's key for its seat.
 * @param {string} code in hex digits
 * @returns {Promise<import("./api.js").Answer>}
 */
export async function pairByKey(table, seat, code) {
  const nonce = nonces.get(code) ?? newNonce();
  nonces.set(code, nonce);
  const key = phoneKey(code, nonce);
  const mac = macOf(key, pairText(table, seat, nonce));
  return withKept(table, await askTable("pair", { seat, nonce, mac }), key);
}

/** Spends the digits of a code, whichever seat they are of. */
export async function pairByDigits(table, digits) {
  const answer = await askTable("digits", { digits });
  return withKept(table, answer, answer.key);
}

function withKept(table, answer, key) {
  if (answer.ok) {
    const { seat, epoch, number, mark } = answer;
    keepPairing(table, seat, { key, epoch, next: number, waiting: [], mark });
  }
  return answer;
}
