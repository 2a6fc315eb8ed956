/** A form for a ruling, drawn from the fields that the table names. */

import { make, write } from "../elements.js";
import { amount, say } from "../words.js";
import { makeKey, nameIn, title } from "./parts.js";
import { helpOf, titleOf } from "./rulings.js";

/**
 * @param {import("./rulings.js").Open} open
 * @param {Object<string, string>} names of the players, by seat
 * @param {{show: (given: object) => void, back: () => void}} does
 * @param {object} known what is chosen already, of several that may be
 * @returns {Node[]}
 */
export function formScreen(open, names, does, known = {}) {
  const warning = make("p", "warning", { role: "alert" });
  const inputs = open.fields.filter((field) => field.name !== "why").map((field) => makeInput(field, names, known[field.name]));
  const submit = make("button", "key stay", { type: "submit" }, say("show_effect"));
  const heading = [title(titleOf(open)), helpOf(open), make("p", "quiet", {}, open.effect)];
  const scrolls = make("div", "scrolls", {}, ...heading, ...inputs.map((one) => one.element), warning);
  const foot = make("div", "foot", {}, makeKey(say("back"), does.back, "back"), submit);
  const form = make("form", "layer ruling-form", { novalidate: true }, scrolls, foot);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const missing = inputs.find((one) => one.isWrong());
    write(warning, missing ? say("fill_in", { field: missing.word }) : "");
    if (missing) {
      missing.focus();
      return;
    }
    const given = inputs.map((one) => [one.name, one.value()]).filter(([, value]) => value !== undefined);
    does.show(Object.fromEntries(given));
  });
  return [form];
}

/** @returns {{name: string, word: string, element: Node, value: () => any, isWrong: () => boolean, focus: () => void}} */
function makeInput(field, names, known) {
  return field.kind === "choice" || field.kind === "choices" ? makeChoice(field, names, known) : makeLine(field);
}

function makeLine(field) {
  const { name, kind, least, most, is_needed: isNeeded } = field;
  const word = say(`field_${name}`) || name;
  const isWhole = kind === "whole";
  const input = make("input", "line-input", {
    id: `field-${name}`,
    name,
    type: "text",
    inputmode: isWhole ? "numeric" : null,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    required: isNeeded,
  });
  const bounds = isWhole ? make("small", "", {}, boundsText(least, most)) : null;
  const element = make("label", "field", {}, make("span", "label", {}, word), input, bounds);
  const read = () => input.value.trim().replace("−", "-");
  return {
    name,
    word,
    element,
    value: () => (read() === "" ? undefined : isWhole ? Number(read()) : read()),
    isWrong() {
      const isWrong = read() === "" ? isNeeded : isWhole && !isWithin(read(), least, most);
      input.setAttribute("aria-invalid", String(isWrong));
      return isWrong;
    },
    focus: () => input.focus(),
  };
}

function isWithin(text, least, most) {
  const number = Number(text);
  return /^-?\d+$/.test(text) && number >= (least ?? -Infinity) && number <= (most ?? Infinity);
}

function boundsText(least, most) {
  if (least === null || least === undefined) {
    return "";
  }
  return most === null || most === undefined || most >= 1_000_000_000
    ? say("at_least", { least })
    : say("from_to", { least, most });
}

function makeChoice(field, names, known = []) {
  const { name, kind, choices, least, most, is_needed: isNeeded } = field;
  const word = say(`field_${name}`) || name;
  const chosen = new Set(known);
  const isOne = kind === "choice";
  const keys = choices.map((choice) => {
    const key = makeKey(choiceText(name, choice, names), () => choose(choice), "choice", {
      "aria-pressed": String(chosen.has(choice)),
    });
    return [choice, key];
  });
  function choose(choice) {
    if (chosen.has(choice)) {
      chosen.delete(choice);
    } else {
      if (isOne) {
        chosen.clear();
      }
      chosen.add(choice);
    }
    for (const [one, key] of keys) {
      key.setAttribute("aria-pressed", String(chosen.has(one)));
    }
  }
  const group = make("div", "choices", { role: "group", "aria-label": word }, ...keys.map(([, key]) => key));
  const inOrder = () => choices.filter((one) => chosen.has(one));
  return {
    name,
    word,
    element: make("div", "field", {}, make("span", "label", { "aria-hidden": "true" }, word), group),
    value: () => (chosen.size === 0 ? undefined : isOne ? inOrder()[0] : inOrder()),
    isWrong() {
      const tooFew = chosen.size < (isOne ? 1 : (least ?? 1));
      const tooMany = !isOne && chosen.size > (most ?? Infinity);
      return (tooFew && (isNeeded || chosen.size > 0)) || tooMany;
    },
    focus: () => keys[0]?.[1].focus(),
  };
}

function choiceText(name, choice, names) {
  if (name === "seat" || name === "seats") {
    return `${choice} ${nameIn(names, choice)}`;
  }
  if (name === "pot") {
    return choice === 0 ? say("main_pot") : say("a_side_pot", { number: choice });
  }
  return typeof choice === "number" ? amount(choice) : String(choice).replaceAll("_", " ").toUpperCase();
}
