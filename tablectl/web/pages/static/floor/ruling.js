/** A ruling from its form to what was done: each step is opened over the one before. */

import { say } from "../words.js";
import { askLine } from "./asking.js";
import { formScreen } from "./form.js";
import { makeKey, sentence } from "./parts.js";
import { Preview } from "./preview.js";
import { Ruled } from "./ruled.js";
import { hasForm, lineOf, openNamed, without } from "./rulings.js";

/**
 * @param {import("./page.js").Page} page
 * @param {import("./rulings.js").Open} open
 * @param {object} known what is filled in already, as the seat that it began at
 */
export function ruleOn(page, open, known = {}) {
  const left = without(open, known);
  if (!hasForm(left)) {
    showPreview(page, left, known);
    return;
  }
  const show = (given) => showPreview(page, left, { ...known, ...given });
  const parts = formScreen(left, page.status.names, { show, back: () => page.back() }, known);
  page.open({ parts, isCovering: true, isOfRuling: true });
}

/** @param {object} given what the floor has filled in */
export function showPreview(page, open, given) {
  const preview = new Preview(open, given, page.status, whatFollows(page));
  page.open({
    parts: [preview.element],
    isCovering: true,
    isOfRuling: true,
    take: () => preview.take(page.status),
    takeView: () => preview.askAgain(),
    close: () => preview.close(""),
  });
}

/** @param {import("./page.js").Page} page */
export function whatFollows(page) {
  const { who } = page;
  const tell = (text) => page.who === who && page.tell(text); // to nobody else
  return { back: () => page.back(), ruled: (done) => showRuled(page, done), tell };
}

function showRuled(page, done) {
  const ruled = new Ruled(done, page.status, page.who, () => page.back());
  page.finish({ parts: [ruled.element], take: () => ruled.take(page.status), close: () => ruled.close() });
}

/** At once, without a preview: what it does stands beside its key. A refusal stands where it was asked. */
export async function ruleNow(page, line) {
  const answer = await askLine(line);
  page.tell(answer.ok ? "" : `✕ ${sentence(answer.text)}`);
}

const GUARD_MS = 350;
const still = { ruling: "", since: 0 };

/**
 * PAUSE, or GO ON in its place: a second touch of the one is no touch of the other.
 * @param {import("./page.js").Page} page @returns {HTMLButtonElement|null} null: neither is open
 */
export function stillKey(page, classes, attributes = {}) {
  const ruling = page.status.paused ? "go_on" : "pause";
  const open = openNamed(page.status, ruling);
  if (ruling !== still.ruling) {
    Object.assign(still, { ruling, since: still.ruling ? performance.now() : -GUARD_MS });
  }
  const touch = () => performance.now() - still.since >= GUARD_MS && ruleNow(page, lineOf(open, {}));
  return open ? makeKey(say(ruling === "pause" ? "pause_play" : "go_on"), touch, classes, { "data-id": "pause", ...attributes }) : null;
}
