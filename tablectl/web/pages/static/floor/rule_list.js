/** All that may be ruled now, and no more. */

import { make } from "../elements.js";
import { say } from "../words.js";
import { makeKey, title, wayKey } from "./parts.js";
import { ruleOn } from "./ruling.js";
import { titleOf } from "./rulings.js";

/** @type {import("./page.js").Layer} */
export const ruleList = { draw, isOfRuling: true };

function draw(page) {
  const { open } = page.status;
  const ways = open.map((one, i) =>
    wayKey({ title: titleOf(one.ruling), effect: one.effect, id: `open-${i}`, does: () => ruleOn(page, one) })
  );
  return [
    title(say("rule_on_something")),
    make("p", "quiet", {}, say(ways.length ? "what_may_be_ruled" : "nothing_open")),
    ...ways,
    makeKey(say("back"), () => page.back(), "wide back", { "data-id": "back" }),
  ];
}
