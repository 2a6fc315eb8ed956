/** What is else on the felt: the house, the spots of bets against it, the cards that are shot at. */

import { faceUp, slot } from "../cards.js";
import { make } from "../elements.js";
import { amount, gain, say } from "../words.js";
import { heading, panel } from "./panels.js";
import { drawOwnCards } from "./ring.js";

const SPOTS = ["bonus", "ante", "call"];

export function drawHouse(view) {
  const cards = view.dealer?.cards ?? [];
  return make(
    "div",
    "house",
    {},
    make("span", "label", {}, say("dealer")),
    drawOwnCards({ cards, status: "in" }, new Set(view.dealer?.best ?? [])),
    Number.isInteger(view.house)
      ? make("span", "bet bank", {}, make("span", "label", {}, say("my_bank")), amount(view.house))
      : null
  );
}

/** The three spots of a seat: diamond, circle, square. */
export function drawSpots(view, seat) {
  const bets = view.seats[seat].bets ?? {};
  return make(
    "div",
    "spots",
    {},
    ...SPOTS.map((line) =>
      make(
        "div",
        `spot ${line}${bets[line] ? " placed" : ""}`,
        {},
        make("span", "shape", {}, make("b", "", {}, bets[line] ? amount(bets[line]) : say(`my_line_${line}`))),
        make("span", "label", {}, bets[line] ? say(`my_line_${line}`) : noteOfSpot(view, line))
      )
    )
  );
}

function noteOfSpot(view, line) {
  const { limits } = view;
  if (line === "call") {
    return say("twice_the_ante");
  }
  return limits ? `${amount(limits[`${line}_min`])} – ${amount(limits[`${line}_max`])}` : "";
}

/** The cards that are shot at, with what each brought me. */
export function drawRack(view, seat) {
  const shots = view.seats[seat].shots ?? {};
  const columns = view.board.map((card, i) => {
    const { points } = view.board_shots?.[i] ?? {};
    const isNow = view.shot?.card === card;
    const made = shots[card];
    const mark = made === undefined ? "" : made === null ? "✕" : `✓ +${amount(made)}`;
    return make(
      "div",
      `column${isNow ? " now" : ""}`,
      {},
      faceUp(card),
      ...(view.shot ? [make("b", "", {}, amount(points ?? 0)), make("b", made ? "made" : "", {}, mark)] : [])
    );
  });
  const slots = Array.from({ length: Math.max(0, 6 - columns.length) }, () => make("div", "column", {}, slot()));
  return make("div", "rack", {}, ...columns, ...slots);
}

export function drawShot(view) {
  const { shot } = view;
  const worth = make("span", "worth", {}, say("my_worth_now"), make("b", "", {}, amount(shot.worth ?? 0)));
  return panel(
    "shot",
    heading(say("my_the_shot"), "label"),
    make("b", "what", {}, shot.name ?? ""),
    make("p", "", {}, make("span", "", {}, say("my_try_of", { try: shot.try, tries: shot.tries })), worth)
  );
}

/** What each of my bets against the house has brought. @returns {Node|null} */
export function drawSlip(view, seat) {
  const slip = (view.slips ?? []).find((one) => one.seat === seat);
  if (!slip) {
    return null;
  }
  const rows = slip.lines.map((line) =>
    make(
      "li",
      "",
      {},
      make("span", "", {}, `${say(`my_line_${line.line}`)} ${amount(line.bet)}`),
      make("span", "why", {}, whyOf(line)),
      make("b", line.gain > 0 ? "paid" : "", {}, gain(line.gain))
    )
  );
  return panel("slip", heading(say("my_your_bets")), make("ul", "", {}, ...rows));
}

function whyOf({ pays, back }) {
  if (back) {
    return say(`my_back_${back}`);
  }
  return pays > 1 ? say("my_pays", { pays }) : "";
}
