/** Parts of a page that are drawn anew only where what they show is another thing. */

import { at, fill } from "../elements.js";

const shown = new Map();

/**
 * @param {string} id of the element
 * @param {any} model what it shows, as JSON can say it; false or null: nothing
 * @param {() => (Node|null)[]} draw
 */
export function region(id, model, draw) {
  const text = JSON.stringify(model || null);
  if (shown.get(id) !== text) {
    shown.set(id, text);
    fill(at(id), ...(model ? draw() : []));
  }
}
