/**
 * The devices of the table: what is wrong with one and what to do about it first, then a row for
 * each; a lamp and the reader can be tried. And the decks: which is played with, and its audit.
 */

import { make } from "../elements.js";
import { say } from "../words.js";
import { askLine } from "./asking.js";
import { label, makeKey, nameIn, plate, sentence, title } from "./parts.js";
import { ruleOn } from "./ruling.js";

const tried = { text: "", isRefused: false };

/** @type {import("./places.js").Place} */
export const devicesPlace = {
  name: "devices",
  count: ({ status }) => (findings(status).length ? "!" : 0),
  draw: (page) => {
    const found = findings(page.status);
    return [
      title(say("place_devices")),
      ...found.map(findingPlate),
      found.length ? null : plate("well", make("p", "", { role: "status" }, `✓ ${say("all_answer")}`)),
      devicesPlate(page.status, found),
      testsPlate(page),
      decksPlate(page),
    ];
  },
};

/**
 * As the doctor finds them at a table that runs, each with what to do.
 * @returns {{name: string, says: string, todo: string}[]}
 */
export function findings(status) {
  const sick = status.devices.filter((one) => one.finding);
  const found = sick.map(({ name, finding, remedy }) => ({ name, says: finding, todo: remedy }));
  const named = [
    ...status.troubles.map((one) => [say("the_pi"), one]),
    ...(status.mirror ? [[say("the_mirror"), status.mirror]] : []),
    ...status.unused.map((one) => [one.port, one]),
  ];
  return [...found, ...named.map(([name, { finding, remedy }]) => ({ name, says: finding, todo: remedy }))];
}

function findingPlate({ name, says, todo }) {
  const sign = make("span", "sign fault", { "aria-hidden": "true" }, "⚠");
  const head = make("div", "head", {}, sign, make("h3", "first-sentence", {}, name));
  return plate("wrong", head, make("p", "finding", {}, sentence(says)), make("p", "finding todo", {}, sentence(todo)));
}

function devicesPlate(status, found) {
  const wrong = new Set(found.map((one) => one.name));
  const rows = status.devices.map((device) => {
    const { name, driver, port, round_trip_ms: tripMs } = device;
    const isWrong = wrong.has(name);
    const where = [driver, port].filter(Boolean).join(" · ");
    return row(isWrong, name, where, tripMs === null || tripMs === undefined ? "" : say("in_ms", { ms: tripMs }));
  });
  const phones = (status.seats ?? []).filter((seat) => seat.phone);
  if (phones.length) {
    rows.push(row(false, say("phones"), phones.map((seat) => nameIn(status.names, seat.number)).join(", "), ""));
  }
  return rows.length ? plate("rows", make("ul", "", {}, ...rows)) : null;
}

function row(isWrong, name, where, right) {
  return make(
    "li",
    "",
    {},
    make("span", isWrong ? "fault" : "", { role: "img", "aria-label": say(isWrong ? "is_wrong" : "is_well") }, isWrong ? "⚠" : "✓"),
    make("span", "what", {}, make("b", "", {}, name), make("small", "", {}, where)),
    make("span", "quiet", {}, right)
  );
}

// Tests

function testsPlate(page) {
  const seats = page.status.devices.filter((one) => one.seat !== null && one.is_heard).map((one) => one.seat);
  const lamps = seats.map((seat) =>
    makeKey(`${seat} ${nameIn(page.status.names, seat)}`, () => test(page, { tests: "lamps", seat }), "choice", { "data-id": `lamp-${seat}` })
  );
  const reader = makeKey(say("test_reader"), () => test(page, { tests: "reader" }), "wide", { "data-id": "test-reader" });
  const said = make("p", tried.isRefused ? "warning" : "quiet", { role: "status" }, tried.text);
  return plate(
    "tests",
    label(say("test_lamps")),
    lamps.length ? make("div", "choices", { role: "group", "aria-label": say("test_lamps") }, ...lamps) : make("p", "quiet", {}, say("no_lamps")),
    reader,
    said
  );
}

async function test(page, line) {
  const answer = await askLine(line);
  tried.isRefused = !answer.ok;
  tried.text = answer.ok ? `✓ ${sentence(answer.did ?? say("is_well"))}` : `✕ ${sentence(answer.text)}`;
  page.refusal = tried.isRefused ? `${tried.text} ` : ""; // what was said is drawn anew
  page.drawNow();
}

// Decks

function decksPlate(page) {
  const decks = page.status.decks ?? [];
  if (!decks.length) {
    return null;
  }
  const rows = decks.map((deck) => {
    const facts = [say("cards_in_deck", { count: deck.cards }), deck.last_audit].filter(Boolean).join(" · ");
    const put = { ruling: "put", line: { put: deck.name }, effect: "", values: {}, fields: [] };
    const right = deck.is_put
      ? make("span", "quiet", {}, `✓ ${say("is_in_play")}`)
      : makeKey(say("put_deck"), () => ruleOn(page, put), "small", { "data-id": `put-${deck.name}`, "aria-label": `${say("put_deck")} ${deck.name}` });
    return make("li", "", {}, make("span", "what", {}, make("b", "", {}, deck.name), make("small", "", {}, facts)), right);
  });
  return plate("rows", label(say("decks")), make("ul", "", {}, ...rows));
}
