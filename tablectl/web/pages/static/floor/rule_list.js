/** All that may be ruled now, and no more: by subject, each with a sentence and its clause. */

import { make } from "../elements.js";
import { say } from "../words.js";
import { label, makeKey, title, wayKey } from "./parts.js";
import { ruleOn } from "./ruling.js";
import { titleOf } from "./rulings.js";

/** @type {import("./page.js").Layer} */
export const ruleList = { draw, watches: ({ status }) => [status.open, status.groups], isOfRuling: true };

function draw(page) {
  const { open, groups } = page.status;
  return [
    title(say("rule_on_something")),
    make("p", "quiet", {}, say(open.length ? "what_may_be_ruled" : "nothing_open")),
    ...groups.map((group) => groupOf(page, group)),
    makeKey(say("back"), () => page.back(), "wide back", { "data-id": "back" }),
  ];
}

function groupOf(page, { group, title: subject }) {
  const found = page.status.open.filter((one) => one.group === group);
  if (found.length === 0) {
    return null;
  }
  return make("section", "group", { "aria-label": subject }, label(subject), ...found.map((one) => ruleKey(page, one)));
}

/** What it is; of several of one kind what each of them does. */
function ruleKey(page, open) {
  const { ruling, effect, help, clause } = open;
  const isOneOfSeveral = page.status.open.filter((one) => one.ruling === ruling).length > 1;
  const id = ["open", ruling, ...Object.values(open.values)].join("-");
  return wayKey({ title: titleOf(open), effect: isOneOfSeveral && !open.title ? effect : help, from: clause, id, does: () => ruleOn(page, open) });
}
