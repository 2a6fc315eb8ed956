/** What a player is about to do on this page alone: an amount, or a whole stack that is meant. */

import { isAccepted, openDraft } from "./amount.js";
import { freeKeys, isAllIn, keyToOpen, keysAtRest, keysToConfirm, keysWhileChoosing, opensAmount } from "./keys.js";

/**
 * @typedef {object} Choice
 * @property {import("./amount.js").Draft|null} draft an amount that is being chosen
 * @property {{key: string, amount: number, from: import("./keys.js").Place}|null} sure a whole stack
 *     that waits for its second touch
 */

/**
 * A new view ends what it does not accept any more, or leaves it to be read.
 * @param {Choice} choice
 * @param {import("./keys.js").ViewKey[]} keys that are accepted now
 * @param {object} view
 * @param {object} own seat of it
 * @param {import("../press.js").Press|null} waiting
 * @returns {Choice}
 */
export function keptChoice({ draft, sure }, keys, view, own, waiting) {
  const keyOf = (name) => keys.find((key) => key.key === name);
  const chosen = draft && keyOf(draft.key);
  const meant = sure && keyOf(sure.key);
  const kept = {
    draft: chosen && opensAmount(chosen) ? draft : null,
    sure: meant && isAllIn(meant, sure.amount) ? sure : null,
  };
  if (kept.draft) {
    return kept;
  }
  const pressed = waiting && keyOf(waiting.key);
  if (pressed && opensAmount(pressed)) {
    return { ...kept, draft: { ...openDraft(pressed), amount: waiting.amount, isTouched: true } };
  }
  const toOpen = waiting ? undefined : keyToOpen(keys, own, view);
  return toOpen ? { ...kept, draft: { ...openDraft(toOpen), isOpened: true } } : kept;
}

/**
 * The keys of the deck.
 * @param {Choice} choice
 * @param {import("./keys.js").ViewKey[]} keys that are accepted now
 * @param {object} own seat of the view
 * @param {boolean} takesPresses
 * @returns {import("./keys.js").Drawn[]}
 */
export function keysToDraw({ draft, sure }, keys, own, takesPresses) {
  const chosen = keys.find((key) => key.key === (sure ?? draft)?.key);
  if (sure && chosen) {
    return keysToConfirm(chosen, sure);
  }
  if (draft && chosen) {
    return keysWhileChoosing(keys, chosen, { ...draft, isAccepted: isAccepted(draft, chosen) }, own);
  }
  return [...keysAtRest(keys, own), ...(takesPresses ? freeKeys(own, keys) : [])];
}
