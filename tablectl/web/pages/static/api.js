/** What a page asks of the table. */

import { say } from "./words.js";

/**
 * The table's answer, or that of the web process where it refuses itself.
 * @typedef {{ok: boolean, code?: string, text?: string} & Object<string, any>} Answer
 */

/**
 * @param {"pair"|"digits"|"press"|"page"|"give_up"|"ask_seat"|"keep"|"approve"} what
 * @param {object} fields
 * @returns {Promise<Answer>} never rejected: where nobody answers, the code is `lost`
 */
export async function askTable(what, fields) {
  try {
    const response = await fetch(`/api/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
    });
    return await response.json();
  } catch {
    return { ok: false, code: "lost", text: say("lost") };
  }
}
