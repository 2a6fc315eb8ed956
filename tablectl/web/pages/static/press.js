/**
 * Presses of a phone, each counted once or refused in words.
 *
 * A press is kept before it is sent, under a number of its own, and sent again until it is
 * answered: by this page, or by the page as it is loaded next. The table answers the same to the
 * same number, however often it comes.
 */

import { macOf, pressText } from "./mac.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2000;
const NO_ANSWER_MS = 4000; // a request that long under way is given up

/**
 * A key that was pressed.
 * @typedef {object} Press
 * @property {number} number counts the presses of this pairing
 * @property {string} on the `keys_id` of the view that showed it
 * @property {string} key
 * @property {number} amount
 * @property {string} words as they stood on the key: "CALL 1,200"
 */
/** @typedef {import("./pairing.js").Pairing} Pairing */

/**
 * What became of a press. `code`: of a refusal, for programs; `text`: its sentence.
 * @typedef {Press & {counted: boolean, code?: string, text?: string}} Outcome
 */

/**
 * What the table answered, or null: nobody did, and it is asked again.
 * @typedef {{ok: boolean, counted?: boolean, code?: string, text?: string}|null} Answer
 */

export class Presses {
  /**
   * @param {object} phone
   * @param {string} phone.table
   * @param {number} phone.seat
   * @param {() => Pairing} phone.read the pairing as it is kept now: another page may have pressed
   * @param {(pairing: Pairing) => void} phone.keep
   * @param {(request: object) => Promise<Answer>} phone.send
   * @param {(outcome: Outcome) => void} phone.settled
   */
  constructor(phone) {
    this.phone = phone;
    this.isSending = false;
    this.wait = FIRST_WAIT_MS;
    this.isClosed = false;
    this.isOutOfStep = false;
  }

  /** The press that waits for its answer. @returns {Press|null} */
  get waiting() {
    return this.phone.read()?.waiting[0] ?? null;
  }

  /**
   * Presses a key, unless another press waits.
   * @param {{on: string, key: string, amount: number, words: string}} key
   * @returns {boolean} whether it is on its way
   */
  press(key) {
    const pairing = this.phone.read();
    if (!pairing || pairing.waiting.length) {
      return false;
    }
    const press = { number: pairing.next, ...key };
    this.phone.keep({ ...pairing, next: pairing.next + 1, waiting: [press] });
    this.send();
    return true;
  }

  /** Sends what waits, until it is answered. */
  async send() {
    if (this.isSending || this.isClosed || !this.waiting) {
      return;
    }
    this.isSending = true;
    const press = this.waiting;
    const answer = await this.phone.send(this.request(press));
    this.isSending = false;
    if (answer && answer.code !== "too_fast") {
      this.settle(press, answer);
    } else {
      setTimeout(() => this.send(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
    }
  }

  /** Nothing is sent any more: the phone has another seat, or none. */
  close() {
    this.isClosed = true;
  }

  /**
   * Takes the last number that the table has of this pairing. The next press has the one after it,
   * where this phone's memory is older, or the table has refused the number of a press.
   * @param {number} number
   */
  catchUp(number) {
    const pairing = this.phone.read();
    if (pairing && (pairing.next <= number || this.isOutOfStep)) {
      this.isOutOfStep = false;
      this.phone.keep({ ...pairing, next: number + 1 });
    }
  }

  request(press) {
    const { table, seat } = this.phone;
    const { key, epoch } = this.phone.read();
    const { words, ...said } = press;
    const request = { seat, epoch, ...said };
    return { ...request, mac: macOf(key, pressText(table, request)) };
  }

  settle(press, answer) {
    this.wait = FIRST_WAIT_MS;
    const pairing = this.phone.read();
    if (this.isClosed || pairing?.waiting[0]?.number !== press.number) {
      return; // another page of this phone has had the answer
    }
    this.phone.keep({ ...pairing, waiting: [] });
    const counted = answer.ok && answer.counted === true;
    this.isOutOfStep = answer.code === "number";
    this.phone.settled({ ...press, counted, code: answer.code, text: answer.text });
  }
}

/**
 * Sends a request to the table.
 * @param {string} what press, page, give_up, keep ..
 * @param {object} request
 * @returns {Promise<Answer>} null where the table could not be asked, and may be asked again
 */
export async function ask(what, request) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), NO_ANSWER_MS);
  try {
    const response = await fetch(`/api/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      cache: "no-store",
      keepalive: true,
      signal: giveUp.signal,
    });
    const mayComeAgain = response.status === 429 || response.status >= 500;
    return mayComeAgain ? null : await response.json();
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
