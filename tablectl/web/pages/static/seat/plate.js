/** My plate: my stack, my cards, my clock, and the sentence of the view. */

import { draw, make, write } from "../elements.js";
import { actOf, drawOwnCards, figureOf } from "./ring.js";
import { winsOf } from "../results.js";
import { amount, capital, gain, minutes, say } from "../words.js";

/**
 * What a plate shows.
 * @typedef {object} Plate
 * @property {"asked"|"pending"|"won"|"glass"} look
 * @property {string} label
 * @property {string} figureLabel what the figure is, where the label does not say it
 * @property {string} figure
 * @property {string} byClock what the clock did for me
 * @property {string} sentence
 * @property {string[]} aside what I did last, or where I am, and a line below
 * @property {boolean} isShort one line, while an amount is chosen
 * @property {boolean} hasClock
 */

const ACTS = ["check", "call", "bet", "raise", "all_in", "folded", "mucked"];

/**
 * @param {object} view
 * @param {number} seat
 * @param {{isAsked: boolean, pending: {words: string, isLate: boolean}|null, isShort: boolean,
 *     isOver: boolean, isDone: boolean, isHalted: boolean, lastSeen: string}} page
 *     `isOver`: the hand is, and its result stands; `isDone`: I have moved my chips of it
 * @returns {Plate}
 */
export function plateOf(view, seat, page) {
  const own = view.seats[seat];
  const plate = {
    look: "glass",
    label: say("my_your_stack"),
    figureLabel: "",
    figure: figureOf(own),
    byClock: saidOfClock(own),
    sentence: sentenceOf(view, own, page),
    aside: asideOf(view, own),
    isShort: page.isShort,
    hasClock: page.isAsked && Number.isInteger(view.clock_left_ms),
  };
  if (page.lastSeen) {
    const label = say("my_last_seen", { ago: page.lastSeen });
    return { ...plate, label, sentence: view.prompt, hasClock: false };
  }
  const won = page.isOver ? wonBy(view, seat) : null;
  if (won) {
    return { ...plate, ...won, look: "won", aside: [] };
  }
  if (page.isAsked) {
    const label = say(view.waiting_for === "bets" ? "my_bets" : "your_turn");
    const look = page.pending ? "pending" : "asked";
    return { ...plate, label, figureLabel: figureLabelOf(own), byClock: "", look, aside: [] };
  }
  return plate;
}

function sentenceOf(view, own, page) {
  if (page.pending) {
    return say(page.pending.isLate ? "my_still_on_its_way" : "on_its_way", { key: page.pending.words });
  }
  if (page.isOver) {
    return resultOf(view) || view.prompt; // what has to be moved stands below it
  }
  const does = page.isAsked || page.isDone || isAway(own) ? [] : (own.to_do ?? []);
  if (does.length) {
    return does.join(" ");
  }
  return page.isHalted ? say("my_nothing_to_do") : view.prompt;
}

/** What a figure beside YOUR TURN is: it is no price. */
function figureLabelOf(own) {
  return say(Number.isInteger(own.points) ? "points" : "my_stack");
}

/** "TIME RAN OUT: FOLDED", until the next turn or the next hand; it was no key of mine. */
export function saidOfClock(own) {
  return own.by_clock ? say(`my_timed_out_${own.by_clock}`) : "";
}

/** Whether it sits out; in some games it is dealt in all the same. */
function isAway(own) {
  return own.status === "sitting_out" || (own.any_time ?? []).some(({ key }) => key === "sit_in");
}

/** Who has won what: "Edith and Rosemarie split the pot: two pair, aces and nines." */
function resultOf(view) {
  const wins = winsOf(view).map(({ label, headline, hand }) => (hand ? `${label}: ${hand}` : headline));
  return wins.map((win) => `${win}.`).join(" ");
}

function asideOf(view, own) {
  if (Number.isInteger(own.net)) {
    return own.net ? [gain(own.net)] : [];
  }
  if (isAway(own)) {
    const since = own.out_since;
    return [say("did_sitting_out"), ...(Number.isInteger(since) ? [say("my_since_hand", { hand: since })] : [])];
  }
  const last = own.last_action;
  if (!last?.code || !actOf(own)) {
    return [];
  }
  if (own.by_clock) {
    return []; // a line of its own says it
  }
  const words = last.amount ? `${actOf(own)} ${amount(last.amount)}` : actOf(own);
  return [ACTS.includes(last.code) ? `✓ ${words}` : words];
}

/** What I win with this hand, if I do: the figure, and with which hand. */
function wonBy(view, seat) {
  const wins = (view.result ?? []).filter((win) => win.seat === seat);
  const chips = wins.reduce((sum, win) => sum + (win.points ?? win.won), 0);
  const isWin = wins.some((win) => (win.lines?.length ? win.lines.some((l) => l.paid) : chips > 0));
  if (!isWin || !chips) {
    return null;
  }
  const named = wins.find((win) => win.hand)?.hand ?? "";
  const sentence = named ? `${capital(named)}.` : resultOf(view);
  return { label: `★ ${say("my_you_win")}`, figure: amount(chips), sentence };
}

/** @param {Plate} plate @returns {(Node|null)[]} */
export function drawPlate(plate, view, seat) {
  const own = view.seats[seat];
  const best = new Set((view.result ?? []).flatMap((win) => (win.seat === seat ? win.cards : [])));
  const hasCards = own.cards?.length > 0 && !["folded", "sitting_out", "out"].includes(own.status);
  const aside = plate.aside.map((line, i) => make(i ? "span" : "b", "", {}, line));
  const sentence = make("p", "sentence", {}, plate.sentence);
  if (plate.isShort) {
    const points = make("b", "figure", {}, plate.figure);
    return [sentence, plate.hasClock ? drawClock() : Number.isInteger(own.points) ? points : null];
  }
  return [
    make("span", "label", {}, plate.label),
    make("b", "figure", {}, plate.figure, ...(plate.figureLabel ? [" ", make("span", "label", {}, plate.figureLabel)] : [])),
    make(
      "span",
      "aside",
      {},
      make("span", "lines", {}, ...aside),
      hasCards ? drawOwnCards(own, best) : null,
      plate.hasClock ? drawClock() : null
    ),
    plate.byClock ? make("b", "by-clock", {}, plate.byClock) : null,
    sentence,
  ];
}

// The clock

const AROUND = 2 * Math.PI * 42;
const LAST_S = 5; // the ring is full then

function drawClock() {
  const ring = draw(
    "svg",
    { viewBox: "0 0 100 100", "aria-hidden": "true" },
    draw("circle", { class: "track", cx: 50, cy: 50, r: 42 }),
    draw("circle", { class: "left", cx: 50, cy: 50, r: 42, "stroke-dasharray": AROUND })
  );
  return make("span", "clock", { role: "timer", "aria-live": "off" }, ring, make("b"));
}

/** Shows the clocks as they stand now. @param {number} leftMs @param {number} totalMs */
export function moveClocks(leftMs, totalMs) {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  for (const clock of document.querySelectorAll(".clock")) {
    clock.classList.toggle("last-seconds", seconds <= LAST_S);
    const drained = 1 - Math.max(0, leftMs) / Math.max(1, totalMs);
    clock.querySelector(".left").setAttribute("stroke-dashoffset", AROUND * drained);
    write(clock.querySelector("b"), String(seconds));
  }
  for (const text of document.querySelectorAll(".clock-text")) {
    write(text, minutes(seconds));
  }
}
