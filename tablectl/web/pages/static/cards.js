/** Cards as the board has them: a rank, and a suit of curves. */

import { draw, make } from "./elements.js";
import { canSay, say } from "./words.js";

// Left halves by cubic curves in a square of side 1; the right half is the mirror image. They are
// those of the screen (tests/web/test_cards.py).
const STEM = "0.5 0.60 0.525 0.80 0.575 0.95 0.70 1.0";
const HEART =
  "0.5 1.0 0.42 0.86 0.0 0.66 0.0 0.30 0.0 0.11 0.125 0.02 0.265 0.02 0.39 0.02 0.475 0.10 " +
  "0.5 0.215";
const SPADE =
  "0.5 0.0 0.57 0.17 0.985 0.37 0.985 0.63 0.985 0.775 0.875 0.855 0.755 0.855 0.64 0.855 " +
  "0.555 0.79 0.52 0.69";
const DIAMOND = "0.5 0.0 0.575 0.17 0.72 0.37 0.875 0.5 0.72 0.63 0.575 0.83 0.5 1.0";
const HAT =
  "0.5 0.12 0.45 0.26 0.38 0.36 0.355 0.50 0.30 0.24 0.10 0.24 0.05 0.53 0.13 0.50 0.20 0.58 " +
  "0.215 0.74";
const HAT_BELLS = ["0.5 0.095", "0.07 0.555", "0.93 0.555"];
const CLUB_LEAVES = ["0.5 0.228", "0.232 0.605", "0.768 0.605"];
const CLUB_MIDDLE = "M0.46 0.36L0.54 0.36L0.62 0.6L0.5 0.68L0.38 0.6Z";

const SUITS = { s: "spade", h: "heart", d: "diamond", c: "club" };

/** What a card may show beside its face; each is a class of theme.css. */
/** @typedef {"small"|"dim"|"used"|"decides"|"in-question"} Mark */

/**
 * A card that lies face up. It is as wide as its font is high.
 * @param {string} card as the view names it: `As`, `Jk`, or one that was not read
 * @param {...Mark} marks
 */
export function faceUp(card, ...marks) {
  const rank = card[0] === "T" ? "10" : card[0];
  if (card === "Jk") {
    return piece(["joker", ...marks], nameOfCard(card), suit("k"));
  }
  if (!(card[1] in SUITS)) {
    return piece(["unread", ...marks], nameOfCard(card), make("span", "rank", {}, "?"));
  }
  return piece(
    [SUITS[card[1]], ...marks],
    nameOfCard(card),
    make("span", rank === "10" ? "rank ten" : "rank", {}, rank),
    suit(card[1])
  );
}

/** A card that lies face down: nobody reads it out, for it says nothing. */
export function faceDown(...marks) {
  return make("span", ["card", "back", ...marks].join(" "), { "aria-hidden": "true" });
}

/** A place where a card will lie. */
export function slot() {
  return make("span", "card slot", { "aria-hidden": "true" });
}

/** "jack of clubs". */
export function nameOfCard(card) {
  if (!canSay(`rank_${card[0]}`) || !(card[1] in SUITS)) {
    return say(card === "Jk" ? "joker" : "unread_card");
  }
  return say("card", { rank: say(`rank_${card[0]}`), suit: say(`suit_${card[1]}`) });
}

function piece(classes, name, ...children) {
  return make("span", ["card", ...classes].join(" "), { role: "img", "aria-label": name }, ...children);
}

/** The picture of a suit: `s h d c`, or the joker's hat `k`. */
export function suit(kind) {
  return draw("svg", { class: "suit", viewBox: "0 0 1 1", "aria-hidden": "true" }, ...shapes(kind));
}

function shapes(kind) {
  if (kind === "h") {
    return [outline(HEART)];
  }
  if (kind === "d") {
    return [outline(DIAMOND)];
  }
  if (kind === "s") {
    return [outline(STEM), outline(SPADE)];
  }
  if (kind === "c") {
    const leaves = CLUB_LEAVES.map((middle) => dot(middle, 0.228));
    return [outline(STEM), ...leaves, draw("path", { d: CLUB_MIDDLE })];
  }
  const bells = HAT_BELLS.map((middle) => dot(middle, 0.068));
  const band = draw("rect", { x: 0.205, y: 0.785, width: 0.59, height: 0.125, rx: 0.05 });
  return [outline(HAT), ...bells, band];
}

/** A left half and its mirror image as one closed path. */
function outline(half) {
  const points = pairs(half);
  const mirrored = points.map(([x, y]) => [1 - x, y]).reverse();
  const there = points.slice(1).map(said).join(" ");
  const back = mirrored.slice(1).map(said).join(" ");
  return draw("path", { d: `M${said(points[0])}C${there}L${said(mirrored[0])}C${back}Z` });
}

function dot(middle, r) {
  const [[cx, cy]] = pairs(middle);
  return draw("circle", { cx, cy, r });
}

/** @returns {[number, number][]} */
function pairs(text) {
  const numbers = text.split(" ").map(Number);
  return numbers.flatMap((x, i) => (i % 2 ? [] : [[x, numbers[i + 1]]]));
}

function said([x, y]) {
  return `${Number(x.toFixed(4))} ${y}`;
}
