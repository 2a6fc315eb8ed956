/** Seats and chips: what is counted beside what is sensed, and who has which phone. */

import { make } from "../elements.js";
import { seatDisc } from "../parts.js";
import { amount, gain, minutes, say } from "../words.js";
import { icon } from "./icons.js";
import { label, live, makeKey, nameIn, plate, title } from "./parts.js";
import { openNamed } from "./rulings.js";
import { ruleOn } from "./ruling.js";
import { seatLayer } from "./seat.js";

/**
 * A seat as the status has it.
 * @typedef {{number: number, name: string|null, status: string, stack: number, bet: number,
 *   sensed: number|null, difference: number|null, found: string, driver: string, device: string|null,
 *   phone: {mark: string, away_s: number|null}|null, is_present: boolean}} FloorSeat
 */

/** @type {import("./places.js").Place} */
export const seatsPlace = {
  name: "seats",
  isTab: true,
  isThere: ({ status }) => Boolean(status.seats?.length),
  count: ({ status }) => status.seats.filter((seat) => isDiffering(seat) || seat.device).length,
  beside: "last",
  draw: (page) => [title(say("place_seats")), seatsPlate(page), keys(page), tablePlate(page)],
};

/** The seats on a desktop, beside whatever else is looked at. */
export function seatsBeside(page) {
  return page.status.seats?.length ? seatsPlate(page, label(say("seats_and_chips"))) : null;
}

/** @param {import("./page.js").Page} page */
function seatsPlate(page, ...above) {
  const head = ["seat_label", "counted", "sensed", "phone"].map((word) => make("span", word, {}, say(word)));
  const rows = page.status.seats.map((seat) => make("li", "", {}, seatRow(page, seat)));
  return plate("seats", ...above, make("p", "seat-row head-row", { "aria-hidden": "true" }, ...head), make("ul", "", {}, ...rows));
}

function seatRow(page, seat) {
  const { number, stack, sensed } = seat;
  const isFree = seat.status === "empty";
  const key = make("button", isFree ? "seat-row free" : "seat-row", { type: "button", "data-id": `seat-${number}` });
  key.append(
    seatDisc(number),
    make("span", "who-sits", {}, make("b", "", {}, isFree ? say("state_empty") : nameIn(page.status.names, number)), stateOf(page, seat)),
    ...(isFree
      ? []
      : [
          figure("counted", amount(stack)),
          figure("sensed", sensed === null ? "–" : amount(sensed), isDiffering(seat) ? "differs" : ""),
        ]),
    deviceOf(page, seat)
  );
  key.addEventListener("click", () => page.openIn("seats", seatLayer(number)));
  return key;
}

/** A figure under its head; who hears it hears the head with it. */
function figure(word, text, classes = "") {
  return make("span", `${word} ${classes}`.trim(), {}, make("span", "only-read", {}, `${say(word)} `), text);
}

/** What of the seat is wrong, or else how it is in the hand. */
export function stateOf({ view, status }, seat) {
  if (isDiffering(seat)) {
    return make("span", "state fault", {}, `⚠ ${differenceText(seat)}`);
  }
  if (seat.device) {
    return make("span", "state fault", {}, `⚠ ${seat.device}`);
  }
  if (seat.status === "empty") {
    return seat.driver === "phone" && !seat.phone ? make("span", "state", {}, say("no_phone_yet")) : null;
  }
  const shown = view?.seats[seat.number];
  const isAsked = !status.wrong && view?.to_act === seat.number;
  const state = isAsked ? "to_act" : shown?.is_leaving ? "leaving" : seat.status;
  return make("span", "state", {}, (isAsked ? "▶ " : "") + say(`state_${state}`));
}

/** Whether something else lies there than is counted, and nobody has ruled on it. */
export function isDiffering({ difference, found }) {
  return found === "differs" && Boolean(difference);
}

/** "−8 missing", "+5 too many" */
export function differenceText({ difference }) {
  return say(difference < 0 ? "chips_missing" : "chips_too_many", { change: gain(difference) });
}

/** Its phone with its age, or that it has another device. */
function deviceOf(page, { number, driver, phone, device }) {
  if (driver !== "phone") {
    return make("span", "phone", {}, say(driver ? "a_pad" : "no_device"));
  }
  const word = !phone ? "no_phone" : phone.away_s === null ? "phone_answers" : "phone_sleeps";
  const sign = !phone ? "–" : device ? "✕" : "✓";
  const age = phone && phone.away_s !== null ? live(() => awayText(page, number)) : sign;
  return make("span", "phone", {}, make("span", "only-read", {}, say(word)), icon("phone"), make("span", "", { "aria-hidden": phone?.away_s === null || !phone }, age));
}

/** "0:31": for how long it has been silent. */
function awayText(page, number) {
  const away = page.status?.seats?.find((seat) => seat.number === number)?.phone?.away_s;
  return away === null || away === undefined ? "✓" : minutes(Math.floor(away + page.ageS));
}

function keys(page) {
  const sits = openNamed(page.status, "sits");
  return sits ? makeKey(say("ruling_sits"), () => ruleOn(page, sits), "wide", { "data-id": "sits" }) : null;
}

/** What lies on the table by the ledger, and where the sensors read something else. */
function tablePlate({ status, view }) {
  if (view?.game || view?.shot) {
    return null; // played for points
  }
  const total = onTable({ status, view });
  const pot = view?.pot_total ?? 0;
  const wrong = status.seats.filter(isDiffering);
  return plate(
    "sums",
    sumLine(pot ? say("on_table_with_pot", { pot }) : say("on_table"), amount(total), "sum"),
    ...wrong.map((seat) => sumLine(say("sensors_read"), say("at_seat", { change: gain(seat.difference), name: nameIn(status.names, seat.number) }), "fault"))
  );
}

/** All chips of the players, those in the pot among them. */
export function onTable({ status, view }) {
  return status.seats.reduce((sum, seat) => sum + seat.stack, view?.pot_total ?? 0);
}

function sumLine(word, text, classes) {
  return make("p", `sum-line ${classes}`, {}, make("span", "", {}, word), make("b", "", {}, text));
}
