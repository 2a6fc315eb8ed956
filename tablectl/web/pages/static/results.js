/** How a hand has ended: who wins which pots with what, as the view has it. */

import { seatsOf, upCards } from "./shown.js";
import { amount, capital, joined, nameOf, say, sayCount } from "./words.js";

/**
 * One win of one pot or several, by one player or several who split.
 * @typedef {object} Win
 * @property {number[]} seats
 * @property {string} label who wins what
 * @property {string} headline the hand, or who wins where none was shown
 * @property {string} hand the hand as the view names it; empty: none was shown
 * @property {string} line what decided, or what each gets
 */

/** @returns {Win[]} */
export function winsOf(view) {
  const result = view.result ?? [];
  if (result.some((one) => one.points !== undefined && one.points !== null)) {
    return pointsWin(view, result);
  }
  const won = result.filter((one) => one.won);
  const pots = new Set(won.map((one) => one.pot));
  return pagesOf(won, pots).map((page) => potWin(view, page, pots.size));
}

/** Pots that the same players win with the same hands are told together. */
function pagesOf(won, pots) {
  const pages = new Map();
  for (const pot of [...pots].sort((one, other) => one - other)) {
    const wins = won.filter((one) => one.pot === pot);
    const key = JSON.stringify(wins.map(({ seat, cards, hand }) => [seat, cards, hand]));
    const page = pages.get(key) ?? { pots: [], wins: [] };
    pages.set(key, { pots: [...page.pots, pot], wins: [...page.wins, ...wins] });
  }
  return [...pages.values()];
}

function potWin(view, { pots, wins }, count) {
  const seats = [...new Set(wins.map((one) => one.seat))];
  const total = wins.reduce((sum, one) => sum + one.won, 0);
  const shares = seats.map((seat) => wonOf(wins, seat));
  const decided = wins.find((one) => one.headline);
  const hand = wins.find((one) => one.hand)?.hand;
  const names = seats.map((seat) => nameOf(view, seat));
  const named = joined(pots.map((pot) => potName(pot, count)));
  const label =
    seats.length > 1
      ? say("split", { players: joined(names), pots: named })
      : say("wins", { name: names[0], pots: named });
  if (!hand) {
    const headline = say("wins_amount", { name: joined(names), chips: total });
    return { seats, label, headline, hand: "", line: isLast(view, seats) ? say("others_folded") : "" };
  }
  const line = [decided?.why, sumLine(shares, names, total)].filter(Boolean).join(" ");
  return { seats, label, headline: capital(decided?.headline ?? hand), hand, line };
}

/** "12,300 each.", or what each gets. */
function sumLine(shares, names, total) {
  if (shares.length === 1) {
    return say("in_all", { total });
  }
  if (new Set(shares).size === 1) {
    return say("each", { each: shares[0] });
  }
  return `${shares.map((share, i) => `${names[i]} ${amount(share)}`).join(", ")}.`;
}

function potName(pot, count) {
  if (count === 1) {
    return say("the_pot");
  }
  if (pot === 0) {
    return say("the_main_pot");
  }
  return count > 2 ? say("side_pot", { number: pot }) : say("the_side_pot");
}

/** Whether nobody else holds a hand. */
function isLast(view, seats) {
  return !seatsOf(view).some(
    ([number, seat]) => !seats.includes(number) && seat.cards?.length && seat.status !== "folded"
  );
}

function pointsWin(view, result) {
  const best = result.filter((one) => (one.points ?? 0) > 0);
  if (!best.length) {
    return [];
  }
  const seats = best.map((one) => one.seat);
  const players = joined(seats.map((seat) => nameOf(view, seat)));
  const hand = best.find((one) => one.hand)?.hand;
  const label = sayCount("best_hand", seats.length, { players });
  return [{ seats, label, headline: capital(hand ?? label), hand: hand ?? "", line: "" }];
}

/** What a seat has won of pots. */
export function wonOf(wins, seat) {
  return wins.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.won, 0);
}

/** What a seat has won in all: of pots, from the house above its bets, or in points. */
export function awardOf(view, seat) {
  return (view.result ?? [])
    .filter((one) => one.seat === seat)
    .reduce((sum, one) => sum + (one.lines?.length ? paidOf(one) : one.won || Math.max(0, one.points ?? 0)), 0);
}

/** What the house pays a seat above its own bets. */
export function paidOf(one) {
  return one.lines.reduce((sum, line) => sum + (line.paid ?? 0), 0);
}

/** The cards of the hands that win; null: none is set apart. @returns {Set<string>|null} */
export function usedCards(view) {
  const cards = (view.result ?? []).flatMap((one) => (awardOf(view, one.seat) ? one.cards : []));
  return cards.length ? new Set(cards) : null;
}

/** The cards by which a hand beats another one of its name. @returns {Set<string>} */
export function decidingCards(view) {
  return new Set((view.result ?? []).map((one) => one.decides).filter(Boolean));
}

/** Whether a seat has shown a hand that lost. */
export function hasLost(view, number, seat) {
  return Boolean(view.result?.length) && !awardOf(view, number) && upCards(seat).length > 0;
}
