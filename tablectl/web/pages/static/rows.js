/** The seats as a list of rows: who, what each did, what lies in front, and what each has. */

import { faceUp } from "./cards.js";
import { make } from "./elements.js";
import { betPill, buttonDisc, seatDisc } from "./parts.js";
import { awardOf, decidingCards, hasLost, paidOf, usedCards } from "./results.js";
import { groupOf, isAsked, isAskedToo, seatsOf, standsStill, upCards } from "./shown.js";
import { amount, canSay, capital, gain, minutes, nameOf, say } from "./words.js";

const SPOTS = { bonus: "◆", ante: "●", call: "■" }; // as on the felt
const LONG_NAME = 12; // letters; a longer one is written smaller, on two lines where need be
const QUIET = ["folded", "sitting_out", "out", "foul"];

/**
 * All rows, in order: seats by number, at a result who won comes first, then who showed.
 * @returns {HTMLElement[]}
 */
export function seatRows(view, clocks) {
  const rank = ([number, seat]) => rankOf(view, number, seat);
  const seats = seatsOf(view);
  if (view.result?.length) {
    seats.sort((one, other) => rank(one) - rank(other) || one[0] - other[0]);
  }
  return seats.map(([number, seat]) => seatRow(view, number, seat, clocks));
}

function rankOf(view, number, seat) {
  if (awardOf(view, number)) {
    return 0;
  }
  if (hasLost(view, number, seat)) {
    return 1;
  }
  return seat.last_action?.code === "mucked" ? 2 : 3;
}

function seatRow(view, number, seat, clocks) {
  const row = make("li", `row plate ${stateOf(view, number, seat)}`);
  const shown = make("div", "columns", { "aria-hidden": "true" });
  const cards = upCards(seat);
  shown.append(seatDisc(number), whoOf(view, number, seat, cards));
  shown.append(...middleOf(view, number, seat, clocks, cards), make("b", "stack", {}, figureOf(view, number, seat)));
  row.append(make("span", "only-read", {}, readOut(view, number, seat)), shown);
  row.classList.toggle("tall", shown.querySelector(".card, .marks") !== null);
  return row;
}

/** The class of a row: each state has a form of its own beside its hue. */
export function stateOf(view, number, seat) {
  if (!seat.connected) {
    return "lost";
  }
  if (view.irregularity?.seat === number && view.phase === "halted") {
    return "in-question";
  }
  if (seat.due_back || (seat.missing && standsStill(view))) {
    return "due";
  }
  if (isAsked(view, number) || (seat.to_answer && view.phase === "deciding")) {
    return standsStill(view) ? "waited-for" : "asked";
  }
  if (isAskedToo(view, number)) {
    return "waited-for";
  }
  if (awardOf(view, number)) {
    return "won";
  }
  if (seat.status === "all_in" && !view.result?.length) {
    return "all-in";
  }
  const hasMucked = seat.last_action?.code === "mucked";
  return QUIET.includes(seat.status) || hasMucked ? "quiet" : "";
}

/** Name and button; below them the hand, where cards lie up. */
function whoOf(view, number, seat, cards) {
  const words = nameOf(view, number);
  const name = make("span", words.length > LONG_NAME ? "name long" : "name", {}, make("b", "", {}, words));
  if (view.button === number) {
    name.append(buttonDisc());
  }
  const own = (view.result ?? []).find((one) => one.seat === number);
  const isShort = awardOf(view, number) > 0;
  const hand = (isShort && seat.hand_short) || seat.hand_name || own?.hand;
  if (!cards.length && seat.shots && view.board?.length) {
    return make("span", "who", {}, name, shotMarks(view, seat));
  }
  return cards.length && hand
    ? make("span", "who", {}, name, make("span", "hand", {}, capital(hand)))
    : name;
}

/** What a player has shot: ✓ with points, or ✕, a mark for each card of the board. */
function shotMarks(view, seat) {
  const marks = (view.board ?? []).map((card) => {
    const made = seat.shots?.[card];
    if (made === undefined) {
      return make("span", "mark", {}, "·");
    }
    return made === null ? make("span", "mark missed", {}, "✕") : make("span", "mark made", {}, `✓${made}`);
  });
  return make("span", "marks", {}, ...marks);
}

function middleOf(view, number, seat, clocks, cards) {
  const found = [];
  if (cards.length) {
    found.push(make("span", "cards", {}, ...cards.map((card) => ownCard(view, number, seat, card))));
  }
  if (seat.equity !== null && seat.equity !== undefined) {
    found.push(make("span", "equity", {}, percent(seat.equity)));
  }
  const word = wordOf(view, number, seat, clocks);
  if (word && !(cards.length && view.result?.length)) {
    found.push(make("span", "did", {}, word));
  }
  // where there is no room for both, the chips go and never the word
  const hasRoom = stateOf(view, number, seat) !== "due" && !view.result?.length;
  return hasRoom ? [...found, ...chipsOf(view, seat)] : found;
}

function ownCard(view, number, seat, card) {
  const used = usedCards(view);
  const marks = ["small"];
  if (used && awardOf(view, number)) {
    marks.push(used.has(card) ? "plain" : "dim");
  }
  if (decidingCards(view).has(card)) {
    marks.push("decides");
  }
  return faceUp(card, ...marks);
}

/** What stands beside the stack: a state, the clock, or what the seat did last. */
function wordOf(view, number, seat, clocks) {
  if (!seat.connected) {
    return `⚠ ${say("seat_lost")}`;
  }
  if (seat.due_back) {
    return `↩ ${say("take_back", { chips: seat.due_back })}`;
  }
  const owed = owedBy(view, number);
  if (owed) {
    return owed;
  }
  if (seat.missing && standsStill(view)) {
    return `↪ ${say("put_in", { chips: seat.missing })}`;
  }
  if (stateOf(view, number, seat) === "asked" && clocks.turnS !== null) {
    return minutes(clocks.turnS);
  }
  if (isAskedToo(view, number)) {
    return "";
  }
  if (view.called?.includes(number)) {
    return `⚑ ${say("floor")}`;
  }
  if (seat.is_leaving) {
    return say("leaving");
  }
  const did = stateOf(view, number, seat) === "all-in" ? "" : (seat.last_action?.code ?? "");
  if (did && canSay(`did_${did}`)) {
    return say(`did_${did}`);
  }
  return canSay(seat.status) ? say(seat.status) : netOf(view, seat);
}

function netOf(view, seat) {
  const hasNet = !view.result?.length && seat.net !== null && seat.net !== undefined;
  return hasNet && seat.net ? gain(seat.net) : "";
}

/** What a seat still gives to others after a hand, or takes in: chips that are moved by hand. */
function owedBy(view, number) {
  if (view.phase !== "idle" || groupOf(view) === "house") {
    return "";
  }
  const place = `seat-${number}`;
  const left = (view.moves ?? []).filter((move) => !move.done && move.from !== move.to);
  const gives = sumOf(left.filter((move) => move.from === place));
  const takes = sumOf(left.filter((move) => move.to === place));
  if (gives) {
    return say("give", { chips: gives });
  }
  return takes ? say("take", { chips: takes }) : "";
}

function sumOf(moves) {
  return moves.reduce((sum, move) => sum + move.amount, 0);
}

/** Chips in front: one bet, against the house each of them, or a bet in points. */
function chipsOf(view, seat) {
  if (seat.bets) {
    const spots = Object.keys(SPOTS).filter((name) => seat.bets[name]);
    return spots.map((name) =>
      make("span", "spot", {}, make("i", "", {}, SPOTS[name]), amount(seat.bets[name]))
    );
  }
  if (seat.wagered) {
    return [betPill(seat.wagered)];
  }
  return seat.bet ? [betPill(seat.bet)] : [];
}

/** At the right: what was won, else the stack, in points the total. */
function figureOf(view, number, seat) {
  const own = (view.result ?? []).find((one) => one.seat === number);
  if (own?.lines?.length) {
    return houseOutcome(own);
  }
  const award = awardOf(view, number);
  if (award) {
    return gain(award);
  }
  if (own?.points) {
    return gain(own.points);
  }
  if (hasLost(view, number, seat) && groupOf(view) === "ring") {
    return say("did_lost");
  }
  if (stateOf(view, number, seat) === "all-in" && !seat.stack) {
    return say("did_all_in");
  }
  return amount(seat.points ?? seat.stack);
}

function houseOutcome(own) {
  const paid = paidOf(own);
  if (paid) {
    return say("wins_chips", { chips: paid });
  }
  return own.won ? say("gets_back", { chips: own.won }) : say("loses");
}

function percent(share) {
  const whole = Math.round(share * 100);
  return whole === 0 && share > 0 ? "<1 %" : `${whole} %`;
}

/** "Seat 5, Viktor, 9,850, bet 1,200, to act". */
function readOut(view, number, seat) {
  const award = awardOf(view, number);
  const parts = [
    say("seat_name", { number }),
    seat.name,
    view.button === number && say("read_button"),
    amount(seat.points ?? seat.stack),
    (seat.bet || seat.wagered) && say("read_bet", { amount: seat.bet || seat.wagered }),
    isAsked(view, number) && say("read_to_act"),
    seat.status === "all_in" && say("read_all_in"),
    seat.status === "folded" && say("read_folded"),
    award > 0 && say("read_won", { amount: award }),
  ];
  return parts.filter(Boolean).join(", ");
}
