/** Small parts that several pages have. */

import { draw, make, write } from "./elements.js";
import { amount, minutes, say } from "./words.js";

/** The number of a seat. */
export function seatDisc(number) {
  return make("span", "disc", {}, number);
}

/** The dealer's button. */
export function buttonDisc() {
  return make("span", "disc button", {}, "D");
}

/** Chips in front of a seat. @param {number} chips */
export function betPill(chips) {
  return make("span", "bet", {}, make("span", "chip"), amount(chips));
}

const REACH = 41; // of the ring, in a square of 100
const ROUND = 2 * Math.PI * REACH;

/** A clock: a ring that drains, and seconds. */
export class ClockRing {
  constructor() {
    const circle = { cx: 50, cy: 50, r: REACH };
    this.rest = draw("circle", { ...circle, "stroke-dasharray": ROUND, class: "rest" });
    this.seconds = make("b");
    const ring = draw("svg", { viewBox: "0 0 100 100" }, draw("circle", { ...circle, class: "track" }), this.rest);
    this.element = make("span", "clock", { role: "timer", "aria-live": "off" }, ring, this.seconds);
  }

  /** @param {number} seconds @param {number} share what is left, 0 to 1 */
  show(seconds, share) {
    this.rest.setAttribute("stroke-dashoffset", ROUND * (1 - share));
    this.element.classList.toggle("last-seconds", seconds <= 5);
    this.seconds.textContent = seconds;
    this.element.setAttribute("aria-label", say("seconds", { count: seconds }));
  }
}

/**
 * Shows that the table does not answer, or does again.
 * @param {HTMLElement} panel
 * @param {boolean} isLost
 */
export function showLost(panel, isLost) {
  document.documentElement.classList.toggle("is-lost", isLost);
  panel.hidden = !isLost;
  const said = [make("b", "", {}, say("lost")), make("span", "age", { "aria-live": "off" })];
  panel.replaceChildren(...(isLost ? said : []));
}

/** How old is what is seen, where the table does not answer. @param {number} heardAt */
export function showAge(panel, heardAt) {
  const age = panel.querySelector(".age");
  if (age) {
    write(age, say("my_last_seen", { ago: minutes((performance.now() - heardAt) / 1000) }));
  }
}
