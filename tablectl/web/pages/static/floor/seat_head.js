/** Whose seat it is, and the key that closes it. */

import { make } from "../elements.js";
import { seatDisc } from "../parts.js";
import { say } from "../words.js";
import { makeKey, nameIn, title } from "./parts.js";

/** @param {import("./page.js").Page} page @param {number} number */
export function seatHead(page, number) {
  const close = makeKey("✕", () => page.back(), "close", { "aria-label": say("back"), "data-id": "back" });
  const name = title("");
  name.append(seatDisc(number), nameIn(page.status.names, number));
  return make("header", "seat-head", {}, name, close);
}
