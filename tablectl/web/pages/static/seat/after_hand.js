/** What a hand has brought: chips to move, the last hand, how everybody stands. */

import { faceUp } from "../cards.js";
import { make } from "../elements.js";
import { groupOf, seatsOf } from "../shown.js";
import { amount, capital, gain, nameOf, say } from "../words.js";
import { heading, panel, seatDisc, wordKey } from "./panels.js";

// Who gives whom what

function number(of) {
  return of.startsWith("seat-") ? Number(of.slice(5)) : 0;
}

/** Chips that are still to be moved from or to this seat. */
export function ownMoves(view, seat) {
  const me = `seat-${seat}`;
  const open = (view.moves ?? []).filter((move) => !move.done);
  return {
    own: open.find((move) => move.from === me && move.to === me) ?? null,
    takes: open.filter((move) => move.to === me && move.from !== me),
    gives: open.filter((move) => move.from === me && move.to !== me),
  };
}

/**
 * TAKE 470 from Walter; GIVE 995, and to whom. Nobody senses that chips have come where there is
 * nothing but a phone: who has moved them says so.
 * @param {() => void} done @returns {Node|null}
 */
export function drawMoves(view, seat, done) {
  const { own, takes, gives } = ownMoves(view, seat);
  if (!own && !takes.length && !gives.length) {
    return null;
  }
  const ways = (moves, end) =>
    moves.map((move) =>
      make(
        "li",
        "",
        {},
        moves.length > 1 || end === "to" ? make("span", "", {}, amount(move.amount)) : null,
        make("span", "arrow", {}, end === "to" ? "→" : say("my_from")),
        ...placeOf(view, move[end])
      )
    );
  const sum = (moves) => moves.reduce((total, move) => total + move.amount, 0);
  const large = (word, chips) =>
    make("p", "large", {}, make("b", "word", {}, say(word)), make("b", "figure", {}, amount(chips)));
  const title = say(groupOf(view) === "house" ? "my_bank" : "my_share");
  return panel(
    takes.length ? "moves takes" : "moves",
    make("div", "head", {}, heading(title), wordKey("", "my_done", done)),
    ...(takes.length ? [large("my_take", sum(takes)), make("ul", "movers", {}, ...ways(takes, "from"))] : []),
    ...(gives.length ? [large("my_give", sum(gives)), make("ul", "movers", {}, ...ways(gives, "to"))] : []),
    own ? make("p", "own", {}, say(takes.length ? "my_and_own" : "my_own", { amount: own.amount })) : null,
    drawAllMoves(view, seat, takes)
  );
}

function placeOf(view, end) {
  const seat = number(end);
  if (!seat) {
    return [make("b", "", {}, say(end === "house" ? "my_bank_place" : "the_pot"))];
  }
  return [seatDisc(seat), make("b", "", {}, nameOf(view, seat))];
}

/** "Walter 995 → you 470, Rosemarie 525": where a giver gives to others, too. */
function drawAllMoves(view, seat, takes) {
  const givers = new Set(takes.map((move) => move.from).filter(number));
  const lines = [...givers].flatMap((giver) => {
    const moves = view.moves.filter((move) => move.from === giver && move.to !== giver && !move.done);
    const total = moves.reduce((sum, move) => sum + move.amount, 0);
    const named = moves.map((move) => {
      const who = number(move.to) === seat ? say("my_you") : nameOf(view, number(move.to));
      return `${who} ${amount(move.amount)}`;
    });
    return moves.length > 1 ? [`${nameOf(view, number(giver))} ${amount(total)} → ${named.join(", ")}`] : [];
  });
  return lines.length ? make("p", "all", {}, ...lines) : null;
}

// Between hands

/** Who won the last hand, with which cards. */
export function drawLastHand(view) {
  const wins = (view.result ?? []).filter((win) => win.won > 0 || win.points > 0);
  const won = new Map();
  for (const win of wins) {
    won.set(win.seat, (won.get(win.seat) ?? 0) + (win.points ?? win.won));
  }
  const lines = [...won].map(([seat, chips]) =>
    make("b", "what", {}, say("my_wins", { name: nameOf(view, seat), amount: chips }))
  );
  const hand = wins[0]?.headline ?? wins[0]?.hand ?? "";
  return panel(
    "last-hand",
    heading(say("hand", { hand: view.hand })),
    make("span", "cards small-board", {}, ...view.board.map((card) => faceUp(card, "small"))),
    ...(lines.length ? lines : [make("b", "what", {}, view.void?.why || view.ask.headline)]),
    hand ? make("p", "hand-name", {}, capital(hand)) : null
  );
}

/** Who has won how much, or how many points; whose places there are, by their chips. */
export function drawStandings(view, seat) {
  const rows = seatsOf(view).map(([number, one]) => [number, one, standing(view, one)]);
  const known = rows.filter(([, , figure]) => Number.isInteger(figure));
  if (!known.length) {
    return null;
  }
  known.sort(([, , one], [, , other]) => other - one);
  const isGain = known.some(([, one]) => Number.isInteger(one.tonight));
  const title = isGain ? "tonight" : known.some(([, one]) => Number.isInteger(one.points)) ? "my_total" : "my_places";
  return panel(
    "standings",
    heading(say(title)),
    make(
      "ol",
      "",
      {},
      ...known.map(([number, , figure]) =>
        make(
          "li",
          number === seat ? "mine" : "",
          {},
          seatDisc(number),
          make("span", "", {}, nameOf(view, number)),
          make("b", "", {}, isGain ? gain(figure) : amount(figure))
        )
      )
    )
  );
}

function standing(view, seat) {
  return seat.tonight ?? seat.points ?? (view.tournament ? seat.stack : null);
}
