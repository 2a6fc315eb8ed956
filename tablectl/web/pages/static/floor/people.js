/** Who has which phone, who may rule, and the locks that an operator opens with the PIN. */

import { make, write } from "../elements.js";
import { seatDisc } from "../parts.js";
import { minutes, say } from "../words.js";
import { live, label, makeKey, nameIn, plate, sentence, title } from "./parts.js";
import { ruleOn } from "./ruling.js";

/** @type {import("./places.js").Place} */
export const peoplePlace = {
  name: "people",
  count: ({ status }) => (status.lock ? "!" : 0),
  draw: (page) => [title(say("place_people")), locksPlate(page), phonesPlate(page), operatorsPlate(page)],
};

// Phones

function phonesPlate(page) {
  const seats = (page.status.seats ?? []).filter((seat) => seat.driver === "phone");
  return seats.length ? plate("rows", label(say("phones")), make("ul", "", {}, ...seats.map((seat) => phoneRow(page, seat)))) : null;
}

function phoneRow(page, { number, phone }) {
  const free = { ruling: "frees", line: { frees: number }, effect: "", values: {}, fields: [WHY] };
  const name = nameIn(page.status.names, number);
  const key = phone
    ? makeKey(say("free_phone"), () => ruleOn(page, free), "small", { "data-id": `free-${number}`, "aria-label": `${say("free_phone")} ${name}` })
    : null;
  return make("li", "", {}, seatDisc(number), make("span", "what", {}, make("b", "", {}, name), phoneState(page, number, phone)), key);
}

const WHY = { name: "why", kind: "text", is_needed: false, least: 0, most: 300, choices: [] };

function phoneState(page, number, phone) {
  if (!phone) {
    return make("small", "", {}, say("no_phone_yet"));
  }
  const facts = [say("phone_mark", { mark: phone.mark }), phone.typed ? say("phone_typed") : ""].filter(Boolean).join(" · ");
  const state = live(() => stateText(page, number));
  return make("small", "", {}, `${facts} · `, state);
}

function stateText(page, number) {
  const away = page.status?.seats?.find((seat) => seat.number === number)?.phone?.away_s;
  return away === null || away === undefined ? say("phone_answers") : say("asleep_for", { time: minutes(Math.floor(away + page.ageS)) });
}

// Who may rule

function operatorsPlate(page) {
  const names = page.status.operators ?? [];
  const rows = names.map((name) => {
    const ruled = page.status.last.findLast((one) => one.kind === "ruling" && one.on_behalf_of === name);
    const isHere = name === page.who;
    return make(
      "li",
      "",
      {},
      make("span", "what", {}, make("b", "", {}, name), ruled ? make("small", "", {}, ruled.text) : null),
      isHere ? make("span", "quiet", {}, say("this_page")) : null
    );
  });
  return rows.length ? plate("rows", label(say("who_may_rule")), make("ul", "", {}, ...rows)) : null;
}

// Locks

function locksPlate(page) {
  const { lock } = page.status;
  if (!lock) {
    return plate("", label(say("locks")), make("p", "", {}, `✓ ${say("none_is_locked")}`));
  }
  const pin = make("input", "line-input pin", { id: "lock-pin", "data-id": "lock-pin", type: "password", inputmode: "numeric", autocomplete: "off", maxlength: 32 });
  const warning = make("p", "warning", { role: "alert" });
  const clear = make("button", "key wide", { type: "submit", "data-id": "clear-lock" }, say("clear_lock"));
  const form = make("form", "lock-form", { novalidate: true }, make("label", "field", {}, make("span", "label", {}, say("pin_again", { name: page.who })), pin), warning, clear);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    write(warning, pin.value ? "" : say("fill_in", { field: say("floor_pin") }));
    if (pin.value) {
      ruleOn(page, { ruling: "clears", line: { clears: lock.kind, operator: page.who, pin: pin.value }, effect: "", values: {}, fields: [] });
      pin.value = "";
    }
  });
  return plate("wrong", label(say("locks")), make("p", "first-sentence", {}, `⚠ ${sentence(lock.what)}`), make("p", "finding", {}, lock.clears), form);
}
