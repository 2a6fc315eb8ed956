/** The rulings that the table takes now, as its status names them, and the lines that they are. */

import { make } from "../elements.js";
import { canSay, say } from "../words.js";

/** @typedef {{ruling: string, effect: string, values: object, fields: object[], line?: object,
 *   title?: string, help?: string, clause?: string}} Open */

/** What the title of a ruling is: of several of a kind the table tells each. @param {Open} open */
export function titleOf({ ruling, title }) {
  if (title) {
    return title.toLocaleUpperCase(document.documentElement.lang);
  }
  return canSay(`ruling_${ruling}`) ? say(`ruling_${ruling}`) : ruling.replaceAll("_", " ").toUpperCase();
}

/** What it is in a sentence, and the clause that says so. @param {Open} open */
export function helpOf({ help, clause }) {
  return help ? make("p", "quiet help", {}, help, clause ? make("small", "", {}, ` ${clause}`) : null) : null;
}

/** The line of a ruling with what the floor has filled in. @param {Open} open @param {object} given */
export function lineOf(open, given) {
  return { ...(open.line ?? { floor: open.ruling, ...open.values }), ...given };
}

/** Whether something other than the reason is to be filled in. @param {Open} open */
export function hasForm(open) {
  return open.fields.some((field) => field.name !== "why");
}

/** A ruling of which some values are known; others may join what is chosen of several. @param {Open} open @param {object} known @returns {Open} */
export function without(open, known) {
  return { ...open, fields: open.fields.filter((field) => !(field.name in known) || field.kind === "choices") };
}

/** The field of the reason, if the ruling takes one. */
export function reasonField(open) {
  return open.fields.find((field) => field.name === "why");
}

/** An open ruling by its name. @returns {Open|undefined} */
export function openNamed(status, ruling) {
  return status.open.find((one) => one.ruling === ruling);
}

const KNOWN = { number: "number", seat: "number", stack: "number", amount: "number" };

/**
 * A way of the board as a ruling: the board's command names it, and what is open says its fields.
 * @returns {Open}
 */
export function rulingOfWay(status, way) {
  const words = way.command.split(" ").filter((word) => word !== "tablectl" && word !== "rule");
  const ruling = words[0].replaceAll("-", "_");
  const values = valuesOf(words.slice(1));
  const same = status.open.find((one) => one.ruling === ruling && isWithin(values, one.values));
  const named = same ?? openNamed(status, ruling);
  // what the board leaves out of its ways is open too: it takes a reason, as any that ends a hand
  return named ?? { ruling, effect: way.effect, values, fields: [{ name: "why", kind: "text", is_needed: true, least: 1, most: 300, choices: [] }] };
}

function valuesOf(words) {
  const values = {};
  for (let i = 0; i < words.length; i += 1) {
    const name = words[i].startsWith("--") ? words[i].slice(2) : "";
    if (name && words[i + 1] && !words[i + 1].includes("…")) {
      values[name] = KNOWN[name] ? Number(words[i + 1]) : words[i + 1];
      i += 1;
    } else if (/^\d+$/.test(words[i])) {
      values.number = Number(words[i]);
    }
  }
  return values;
}

function isWithin(some, all) {
  return Object.entries(some).every(([name, value]) => all[name] === value);
}

/** The number of the newest of the rulings and notices. */
export function newestRow(status) {
  return status.last.at(-1)?.n ?? 0;
}
