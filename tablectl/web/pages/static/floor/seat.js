/** One seat: its chips, and what may be ruled of it, with the seat filled in. */

import { make } from "../elements.js";
import { amount, canSay, gain, say } from "../words.js";
import { correctLayer } from "./correct.js";
import { makeKey, plate, wayKey } from "./parts.js";
import { ruleOn } from "./ruling.js";
import { titleOf } from "./rulings.js";
import { seatHead } from "./seat_head.js";
import { isDiffering } from "./seats.js";

/** @param {number} number @returns {import("./page.js").Layer} */
export function seatLayer(number) {
  return { draw: (page) => seatScreen(page, number) };
}

function seatScreen(page, number) {
  const seat = page.status.seats?.find((one) => one.number === number);
  if (!seat) {
    return [seatHead(page, number)];
  }
  const concerned = rulingsAt(page.status, number);
  const acts = concerned.filter(({ open }) => open.ruling === "act");
  const others = concerned.filter(({ open }) => open.ruling !== "act");
  return [
    seatHead(page, number),
    seat.status === "empty" ? null : chipsPlate(seat),
    ...acts.map(({ open, known }, i) => wayKey({ title: titleOf(open), effect: open.help ?? open.effect, from: open.clause, id: `act-${i}`, does: () => ruleOn(page, open, known) })),
    make("div", "two-keys seat-keys", {}, ...others.map((one) => seatKey(page, number, one))),
    others.length + acts.length ? null : make("p", "quiet", {}, say("nothing_open")),
  ];
}

function chipsPlate(seat) {
  const { stack, bet, sensed, difference } = seat;
  const line = (word, text, classes = "") => make("p", `sum-line ${classes}`, {}, make("span", "", {}, say(word)), make("b", "", {}, text));
  return plate(
    "sums",
    line("seat_stack", amount(stack), "sum"),
    bet ? line("seat_bet", amount(bet)) : null,
    sensed === null ? null : line("sensed_in_stack", isDiffering(seat) ? `${amount(sensed)} (${gain(difference)})` : amount(sensed), isDiffering(seat) ? "fault" : "")
  );
}

/**
 * The open rulings that may be of this seat, and what that fills in.
 * @returns {{open: import("./rulings.js").Open, known: object}[]}
 */
export function rulingsAt(status, number) {
  return status.open.flatMap((open) => {
    if (open.ruling === "chips" && open.values.stack !== undefined) {
      return []; // the stack as it is sensed: what is to be counted begins with that
    }
    if (open.values.seat !== undefined) {
      return open.values.seat === number ? [{ open, known: {} }] : [];
    }
    const field = open.fields.find(({ name }) => name === "seat" || name === "seats");
    if (!field?.choices.includes(number)) {
      return [];
    }
    return [{ open, known: field.name === "seat" ? { seat: number } : { seats: [number] } }];
  });
}

function seatKey(page, number, { open, known }) {
  const does = () => (open.ruling === "chips" ? page.open(correctLayer(page, number, open)) : ruleOn(page, open, known));
  const word = canSay(`here_${open.ruling}`) ? say(`here_${open.ruling}`) : titleOf(open);
  return makeKey(word, does, "", { "data-id": `ruling-${open.ruling}` });
}
