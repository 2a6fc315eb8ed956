/**
 * An amount that is being chosen. It is this page's alone until the sending key is lifted: no
 * clock, no view and no menu sends it.
 */

import { amount, say } from "../words.js";

/** @typedef {import("./keys.js").ViewKey} ViewKey */

/**
 * @typedef {object} Draft
 * @property {string} key of the view: bet, raise, ante, bonus
 * @property {number} amount
 * @property {string|null} typed digits as they were typed; null: the slider is shown
 * @property {boolean} isTouched the amount was chosen, and is not the least that it began with
 */

/** It opens at the least. @param {ViewKey} key @returns {Draft} */
export function openDraft(key) {
  return { key: key.key, amount: key.amount, typed: null, isTouched: false };
}

/** @param {Draft} draft @param {ViewKey} key */
export function isAccepted(draft, key) {
  return draft.typed !== "" && whyNot(draft, key) === "";
}

/** Why the table would not accept the amount, a sentence; empty: it would. */
export function whyNot(draft, key) {
  const { least, most, step } = boundsOf(key);
  const kind = ["bet", "raise"].includes(key.key) ? key.key : "stake";
  if (draft.typed === "") {
    return "";
  }
  if (draft.amount < least) {
    return say(`my_least_${kind}`, { amount: least });
  }
  if (draft.amount > most) {
    return say(`my_most_${kind}`, { amount: most });
  }
  return draft.amount % step && draft.amount !== most && draft.amount !== least
    ? say("my_smallest_chip", { amount: step })
    : "";
}

/** @param {Draft} draft */
export function setAmount(draft, chosen) {
  return { ...draft, amount: chosen, typed: null, isTouched: true };
}

/** One chip more or less; over the ends it does not go. @param {1|-1} direction */
export function stepBy(draft, key, direction) {
  const { least, most, step } = boundsOf(key);
  const next =
    direction > 0
      ? Math.floor(draft.amount / step + 1) * step
      : Math.ceil(draft.amount / step - 1) * step;
  return setAmount(draft, Math.min(most, Math.max(least, next)));
}

/** Own keypad, in place of the system's. @param {string} digit a digit, "clear" or "erase" */
export function typeDigit(draft, digit) {
  const before = draft.typed ?? "";
  const typed = digit === "clear" ? "" : digit === "erase" ? before.slice(0, -1) : before + digit;
  const plain = typed.replace(/^0+/, "").slice(0, 12);
  return { ...draft, typed: plain, amount: Number(plain), isTouched: true };
}

// The slider is logarithmic: as far from 200 to 400 as from 4,000 to 8,000.

export const SLIDER_END = 1000;

/** @param {ViewKey} key @param {number} at of the slider, 0 to SLIDER_END */
export function amountAt(key, at) {
  const { least, most, step } = boundsOf(key);
  if (at <= 0 || at >= SLIDER_END) {
    return at <= 0 ? least : most;
  }
  const low = Math.max(1, least);
  const exact = low * (most / low) ** (at / SLIDER_END);
  return Math.min(most, Math.max(least, Math.round(exact / step) * step));
}

/** The largest amount below the end of the slider. @param {ViewKey} key */
export function belowTheEnd(key) {
  const { least, most, step } = boundsOf(key);
  return Math.max(least, Math.ceil(most / step - 1) * step);
}

/** Where an amount lies on the slider. @param {ViewKey} key */
export function placeOnSlider(key, chosen) {
  const { least, most } = boundsOf(key);
  const low = Math.max(1, least);
  const within = Math.min(most, Math.max(low, chosen));
  return most > low ? Math.round((SLIDER_END * Math.log(within / low)) / Math.log(most / low)) : 0;
}

/**
 * What stands below the figure: how much more than the bet, and what stays.
 * @param {{bet: number, stack: number, toCall: number}} own
 */
export function factsOf(key, chosen, own) {
  const { more, left } = key.facts ?? {};
  const above = chosen - own.bet - own.toCall;
  const stays = own.stack + own.bet - chosen;
  const facts = [more && above > 0 ? filled(more, above) : "", left ? filled(left, stays) : ""];
  return facts.filter(Boolean);
}

function filled(sentence, chosen) {
  return sentence.replace(/\{amount(:,)?\}/, amount(chosen));
}

function boundsOf(key) {
  return { least: key.amount, most: key.most ?? key.amount, step: key.step || 1 };
}
