/** A ruling from its form to what was done: each step is opened over the one before. */

import { askLine } from "./asking.js";
import { formScreen } from "./form.js";
import { sentence } from "./parts.js";
import { Preview } from "./preview.js";
import { Ruled } from "./ruled.js";
import { hasForm, without } from "./rulings.js";

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
  const preview = new Preview(open, given, page.status, { back: () => page.back(), ruled: (done) => showRuled(page, done) });
  page.open({
    parts: [preview.element],
    isCovering: true,
    isOfRuling: true,
    take: () => preview.take(page.status),
    takeView: () => preview.askAgain(),
    close: () => preview.close(""),
  });
}

export function showRuled(page, done) {
  const ruled = new Ruled(done, page.status, page.who, () => page.back());
  page.finish({ parts: [ruled.element], take: () => ruled.take(page.status), close: () => ruled.close() });
}

/** At once, without a preview: what it does stands beside its key. A refusal stands where it was asked. */
export async function ruleNow(page, line) {
  const answer = await askLine(line);
  page.refusal = answer.ok ? "" : `✕ ${sentence(answer.text)}`;
  page.draw();
}
