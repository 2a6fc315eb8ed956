/** The table as the floor sees it first: what is wrong, what is waited for, and the last acts. */

import { faceUp } from "../cards.js";
import { make } from "../elements.js";
import { seatDisc } from "../parts.js";
import { seatsOf } from "../shown.js";
import { amount, say } from "../words.js";
import { label, makeKey, plate, sentence, timeOf, warningOf, wayKey } from "./parts.js";
import { ruleList } from "./rule_list.js";
import { ruleOn, stillKey } from "./ruling.js";
import { openNamed, rulingOfWay } from "./rulings.js";
import { allThatIsWrong, standstillOf } from "./wrong.js";

const SHOWN_NEWS = 8;
const TITLE = { tabindex: "-1", "data-id": "title" };

/** @type {import("./places.js").Place} */
export const tablePlace = {
  name: "table",
  isTab: true,
  count: ({ status, view }) => (standstillOf(status, view) ? "!" : 0),
  draw: (page) => (page.status.wrong ? caseScreen(page) : statusScreen(page)),
};

function statusScreen(page) {
  const { status, view } = page;
  return [wrongPlate(status, view), ...actKeys(page), warningOf(page), undoLine(page), lastOf(page)];
}

/** A phone has one column: what was last stands in it. */
function lastOf(page) {
  return page.isDesk ? null : lastPlate(page.status);
}

/** The first sentence, and where play is. */
function wrongPlate(status, view) {
  const wrong = allThatIsWrong(status, view);
  const isPaused = status.paused;
  const first = wrong.length === 0 ? say("nothing_wrong") : wrong.length === 1 ? wrong[0] : say("things_wrong", { count: wrong.length });
  const sign = make("span", wrong.length ? "sign fault" : "sign", { "aria-hidden": "true" }, wrong.length ? "⚠" : "✓");
  const rest = wrong.length > 1 ? make("ul", "faults", {}, ...wrong.map((one) => make("li", "", {}, one))) : null;
  const below = wrong.length === 0 ? make("p", "quiet", {}, say(isPaused ? "play_is_paused" : "all_answer")) : null;
  const head = make("div", "head", {}, sign, make("div", "", { role: "status" }, make("h2", "first-sentence", TITLE, first), below));
  return plate(wrong.length ? "wrong" : "", head, rest, boardLine(view), waitedFor(status, view));
}

function boardLine(view) {
  const cards = (view?.board ?? []).map((card) => faceUp(card, "small"));
  const pot = view?.pot_total ? make("p", "pot-line", {}, make("span", "label", {}, say("pot")), amount(view.pot_total)) : null;
  return cards.length || pot ? make("div", "board-line", {}, make("div", "cards", {}, ...cards), pot) : null;
}

function waitedFor(status, view) {
  const seats = view?.ask?.seats ?? [];
  const disc = seats.length === 1 && seatsOf(view).some(([number]) => number === seats[0]) ? seatDisc(seats[0]) : null;
  const prompt = status.prompt || status.headline;
  return prompt ? make("div", "waited", {}, disc, make("p", "", {}, sentence(prompt))) : null;
}

function actKeys(page) {
  const { status } = page;
  const still = openNamed(status, status.paused ? "go_on" : "pause");
  const means = still ? make("p", "means", { id: "pause-means" }, still.effect) : null;
  const list = makeKey(say("rule_on_something"), () => page.open(ruleList), "", { "data-id": "list" });
  return [make("div", "two-keys", {}, stillKey(page, "", { "aria-describedby": "pause-means" }), list), means];
}

function undoLine(page) {
  const undo = openNamed(page.status, "undo");
  return undo ? wayKey({ title: say("undo"), effect: undo.effect, id: "undo", does: () => ruleOn(page, undo) }) : null;
}

/** What was ruled and told, the newest first. */
export function lastPlate(status) {
  const rows = status.last.slice(-SHOWN_NEWS).reverse();
  const lines = rows.map((one) =>
    make(
      "li",
      "",
      {},
      make("span", "said", {}, one.text, one.on_behalf_of ? make("small", "", {}, ` ${say("by_whom", { name: one.on_behalf_of })}`) : null),
      make("time", "", { datetime: one.at }, timeOf(one.at))
    )
  );
  return plate("last", label(say("last")), lines.length ? make("ol", "", {}, ...lines) : make("p", "quiet", {}, say("nothing_yet")));
}

/** The case: what is wrong, what people do now, and the board's ways in the board's order. */
function caseScreen(page) {
  const { status, view } = page;
  const { wrong } = status;
  const steps = (wrong.steps?.length ? wrong.steps : [wrong.remedy]).filter(Boolean);
  const cards = wrong.cards ?? [];
  const others = allThatIsWrong(status, view).slice(1);
  const shown = plate(
    "case",
    cards.length ? make("p", "cards", {}, ...cards.map((card) => faceUp(card, "small", "in-question"))) : null,
    label(say("what_is_wrong")),
    make("h2", "first-sentence", TITLE, sentence(wrong.what)),
    steps.length ? label(`${say("do_this_now")} ${wrong.clause ?? ""}`) : null,
    steps.length ? make("ol", "steps", {}, ...steps.map((step) => make("li", "", {}, step))) : null,
    wrong.later ? make("p", "quiet", {}, wrong.later) : null
  );
  const ways = (wrong.alternatives ?? []).map((way, i) => wayOf(page, way, i === 0));
  return [
    shown,
    ...ways,
    make("p", "quiet middle", {}, say("touch_one")),
    warningOf(page),
    undoLine(page),
    others.length ? plate("wrong", make("ul", "faults", {}, ...others.map((one) => make("li", "", {}, one)))) : null,
    makeKey(say("rule_on_something"), () => page.open(ruleList), "wide", { "data-id": "list" }),
    lastOf(page),
  ];
}

function wayOf(page, way, isFirst) {
  const { status } = page;
  const id = `way-${way.command || way.title}`;
  if (!way.command) {
    return plate("wait", make("b", "", {}, way.title), make("p", "quiet", {}, way.effect)); // nothing to rule
  }
  const { clause } = status.wrong;
  const from = isFirst ? (clause ? say("the_rulebook_says", { clause }) : say("the_rulebook")) : "";
  return wayKey({ title: way.title, effect: way.effect, from, id, does: () => ruleOn(page, rulingOfWay(page.status, way)), classes: isFirst ? "prescribed" : "" });
}
