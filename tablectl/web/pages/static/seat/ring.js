/** The table as a player sees it: the others from the left on, the pot, the board. */

import { faceDown, faceUp } from "../cards.js";
import { make } from "../elements.js";
import { isAsked, isAskedToo, seatsOf, upCards } from "../shown.js";
import { amount, canSay, minutes, nameOf, say, stakes } from "../words.js";

const ONE_ROW = 5; // more than so many others sit in two rows

// The strip

/** The parts of the strip. @returns {Node[]} */
export function drawStrip(view, seat) {
  return [
    make("b", "disc", {}, seat),
    make("span", "name", {}, view.seats[seat]?.name ?? ""),
    make("span", "stakes", {}, ...stakesOf(view)),
    make("button", "menu-key", { id: "menu-key", type: "button", "aria-label": say("my_menu") }, ...bars()),
  ];
}

function bars() {
  return [1, 2, 3].map(() => make("i"));
}

function stakesOf(view) {
  const { level, limits, game } = view;
  if (limits) {
    return labelled("ante", `${amount(limits.ante_min)} – ${amount(limits.ante_max)}`);
  }
  if (game) {
    const text = game.hands ? say("my_hand_of", { hand: game.hand, hands: game.hands }) : "";
    return [make("span", "hand", {}, text || say("hand", { hand: game.hand }))];
  }
  if (Number.isInteger(view.next_hand_in_s)) {
    const left = make("b", "", { id: "next-hand" }, minutes(view.next_hand_in_s));
    return [make("span", "label", {}, say("my_next_hand")), left];
  }
  if (view.result?.length) {
    return [make("span", "hand", {}, say("hand", { hand: view.hand }))];
  }
  if (!level || !level.big_blind) {
    return [];
  }
  const ante = level.ante ? labelled("ante", amount(level.ante), "wide") : [];
  return [...labelled("blinds", stakes(level)), ...ante];
}

function labelled(key, text, more = "") {
  return [make("span", `label ${more}`, {}, say(key)), make("b", more, {}, text)];
}

// The ring

/** Whether the others have room in one row. */
export function sitsInTwoRows(view, seat) {
  return othersOf(view, seat).length > ONE_ROW;
}

function othersOf(view, seat) {
  const all = seatsOf(view).filter(([number]) => number !== seat);
  return [...all.filter(([number]) => number > seat), ...all.filter(([number]) => number < seat)];
}

/** @returns {Node[]} a tile for each of the others, from the left on */
export function drawRing(view, seat) {
  return othersOf(view, seat).map(([number, other]) => tileOf(view, number, other));
}

function tileOf(view, number, other) {
  const asked = isAsked(view, number) || isAskedToo(view, number);
  const isOut = ["folded", "sitting_out", "out", "foul"].includes(other.status);
  const isAllIn = other.status === "all_in";
  const look = asked ? "asked" : isOut || isMucked(other) ? "quiet" : isAllIn ? "all-in" : "";
  const hasClock = isAsked(view, number) && Number.isInteger(view.clock_left_ms);
  const act = hasClock
    ? make("span", "act clock-text", {}, "")
    : make("span", "act", {}, actOf(other));
  return make(
    "li",
    `tile plate ${look}`,
    { "aria-label": tileInWords(view, number, other, asked) },
    make("b", "disc", {}, number),
    make("span", "who", {}, nameOf(view, number)),
    make("b", "stack", {}, figureOf(other)),
    act,
    make("span", "front", {}, betOf(other), number === view.button ? buttonDisc() : null)
  );
}

function isMucked(other) {
  return other.last_action?.code === "mucked";
}

/** Its points where the game is played for them. */
export function figureOf(other) {
  return amount(Number.isInteger(other.points) ? other.points : other.stack);
}

function buttonDisc() {
  return make("b", "disc button", {}, "D");
}

function betOf(other) {
  if (!other.bet) {
    return null;
  }
  return make("span", "bet", {}, make("i", "chip"), amount(other.bet));
}

/** What a seat did last, in one word: BET. */
export function actOf(other) {
  const code = other.last_action?.code || other.status;
  return canSay(`did_${code}`) ? say(`did_${code}`) : "";
}

function tileInWords(view, number, other, asked) {
  const name = other.name ?? "";
  const bet = other.bet ? say("read_bet", { amount: other.bet }) : "";
  const act = asked ? say("read_to_act") : actOf(other);
  const dealer = number === view.button ? say("my_dealer_button") : "";
  return [say("seat_name", { number }), name, figureOf(other), bet, act, dealer].filter(Boolean).join(", ");
}

// Pot and cards

/** What is played for; at a result what was won. */
export function potOf(view) {
  return (view.result ?? []).reduce((sum, win) => sum + win.won, 0) || view.pot_total;
}

/** A card that wins, or one that does not; none wins: as it lies. */
export function marksOf(card, winners) {
  return winners.size ? [winners.has(card) ? "used" : "dim"] : [];
}

/** Two backs, or the cards that lie face up before me. */
export function drawOwnCards(own, best) {
  const up = upCards(own);
  const cards = up.length
    ? up.map((card) => faceUp(card, "small", ...marksOf(card, best)))
    : own.cards.map(() => faceDown());
  return make("span", up.length ? "cards own up" : "cards own", {}, ...cards);
}
