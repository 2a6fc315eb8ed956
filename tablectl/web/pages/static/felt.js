/** What lies in the middle of the table: the pot, the board, the dealer's hand, the shots. */

import { faceDown, faceUp, slot } from "./cards.js";
import { make } from "./elements.js";
import { decidingCards, usedCards } from "./results.js";
import { groupOf, isUp } from "./shown.js";
import { amount, capital, say } from "./words.js";

const BOARD = 5; // places for cards, where they are not shot at

/** @returns {Node[]} */
export function feltParts(view) {
  const parts = { house: houseParts, rack: rackParts, ring: ringParts }[groupOf(view)](view);
  return parts.filter(Boolean);
}

function ringParts(view) {
  return [potLine(view), board(view), pots(view)];
}

/** The pot; at a result what it was. */
function potLine(view) {
  const won = (view.result ?? []).reduce((sum, one) => sum + one.won, 0);
  const chips = view.pot_total || won;
  const label = make("span", "label", {}, say("pot"));
  return make("p", chips ? "pot" : "pot none", { "aria-label": say("read_pot", { amount: chips }) }, label, " ", amount(chips));
}

/** Main pot and side pots, where there are several. */
function pots(view) {
  const all = view.pots ?? [];
  if (all.length < 2) {
    return null;
  }
  const named = all.map((pot, i) =>
    make("span", "pair", {}, make("span", "label", {}, potLabel(i, all.length)), " ", amount(pot.amount))
  );
  return make("p", "pots", {}, ...named);
}

function potLabel(number, count) {
  if (number === 0) {
    return say("main");
  }
  return count > 2 ? say("side_number", { number }) : say("side");
}

function board(view, places = BOARD) {
  const used = usedCards(view);
  const decides = decidingCards(view);
  const cards = (view.board ?? []).map((card) => {
    if (!isUp(card)) {
      return faceDown();
    }
    const marks = used ? [used.has(card) ? "used" : "dim"] : [];
    return faceUp(card, ...marks, ...(decides.has(card) ? ["decides"] : []));
  });
  while (cards.length < places) {
    cards.push(slot());
  }
  return make("div", "cards board", { role: "group", "aria-label": say("read_cards") }, ...cards);
}

/** The dealer's hand, whether it plays, and what it needs. */
function houseParts(view) {
  const { dealer } = view;
  const cards = (dealer?.cards ?? []).map((card) => (isUp(card) ? faceUp(card, "small", ...bestMark(view, card)) : faceDown("small")));
  const hand = make("p", "dealer", {}, make("span", "label", {}, say("dealer")), make("span", "cards", {}, ...cards), qualifies(dealer));
  return [hand, houseBoard(view), make("p", "needs label", {}, needs(view.qualify))];
}

function houseBoard(view) {
  const best = new Set(view.dealer?.qualifies === null ? [] : (view.dealer?.best ?? []));
  const cards = (view.board ?? []).map((card) => faceUp(card, ...(best.size ? [best.has(card) ? "plain" : "dim"] : [])));
  while (cards.length < BOARD) {
    cards.push(slot());
  }
  return make("div", "cards board", { role: "group", "aria-label": say("read_cards") }, ...cards);
}

function bestMark(view, card) {
  const best = view.dealer?.best ?? [];
  return best.length && !best.includes(card) ? ["dim"] : [];
}

function qualifies(dealer) {
  if (dealer?.qualifies === null || dealer?.qualifies === undefined) {
    return null;
  }
  const word = dealer.qualifies ? "qualifies" : "does_not_qualify";
  return make("b", word, {}, `${dealer.qualifies ? "✓" : "✕"} ${say(word)}`);
}

/** "dealer qualifies with a pair of fours or better". @param {string|null} ranks of the view */
export function needs(ranks) {
  if (!ranks) {
    return "";
  }
  const [high, low] = ranks;
  return high === low
    ? say("needs_pair", { ranks: say(`ranks_${high}`) })
    : say("needs_cards", { high: say(`rank_${high}`), low: say(`rank_${low}`) });
}

/** The cards that are shot at, with their points, and the shot that is played. */
function rackParts(view) {
  const shots = new Map((view.board_shots ?? []).map((shot) => [shot.card, shot]));
  const used = usedCards(view);
  const cards = (view.board ?? []).map((card) => {
    const marks = used ? [used.has(card) ? "used" : "dim"] : [];
    const isNow = view.shot?.card === card;
    const shot = shots.get(card);
    return make(
      "span",
      isNow ? "shot-card now" : "shot-card",
      {},
      isUp(card) ? faceUp(card, ...marks) : faceDown(),
      make("b", "points", {}, shot ? `${shot.is_double ? "2×" : ""}${amount(shot.points)}` : " ")
    );
  });
  const row = make("div", "cards board rack", { role: "group", "aria-label": say("read_cards") }, ...cards);
  return [row, shotLine(view)];
}

function shotLine(view) {
  const { shot } = view;
  if (!shot) {
    return null;
  }
  const tries = say("try_of", { number: shot.try, tries: shot.tries });
  return make("p", "shot", {}, make("b", "", {}, shot.name ?? ""), make("span", "label", {}, tries), make("b", "worth", {}, `+${amount(shot.worth ?? 0)}`));
}

/** "Pair of threes: does not qualify"; empty: the dealer's hand is not up. */
export function dealerHeadline(view) {
  const { dealer } = view;
  if (!dealer?.hand || dealer.qualifies === null) {
    return "";
  }
  const key = dealer.qualifies ? "qualifies_with" : "does_not_qualify_with";
  return say(key, { Hand: capital(dealer.hand) });
}
