/** The table as the floor sees it first: what is wrong, what is waited for, and the last acts. */

import { faceUp } from "../cards.js";
import { make } from "../elements.js";
import { seatDisc } from "../parts.js";
import { seatsOf } from "../shown.js";
import { amount, say } from "../words.js";
import { label, makeKey, plate, sentence, timeOf, wayKey } from "./parts.js";
import { openNamed, rulingOfWay, titleOf } from "./rulings.js";
import { allThatIsWrong } from "./wrong.js";

const SHOWN_NEWS = 8;

/** @typedef {{pause: (open: object) => void, open: (ruling: object) => void, list: () => void}} Does */

/** @param {object} status @param {object} view @param {Does} does @param {string} refusal @returns {Node[]} */
export function statusScreen(status, view, does, refusal) {
  return [wrongPlate(status, view), ...actKeys(status, does), warningOf(refusal), undoLine(status, does)];
}

function warningOf(refusal) {
  return refusal ? make("p", "warning", { role: "alert" }, refusal) : null;
}

/** The first sentence, and where play is. */
function wrongPlate(status, view) {
  const wrong = allThatIsWrong(status, view);
  const isPaused = status.paused;
  const first = wrong.length === 0 ? say("nothing_wrong") : wrong.length === 1 ? wrong[0] : say("things_wrong", { count: wrong.length });
  const sign = make("span", wrong.length ? "sign fault" : "sign", { "aria-hidden": "true" }, wrong.length ? "⚠" : "✓");
  const rest = wrong.length > 1 ? make("ul", "faults", {}, ...wrong.map((one) => make("li", "", {}, one))) : null;
  const below = wrong.length === 0 ? make("p", "quiet", {}, say(isPaused ? "play_is_paused" : "all_answer")) : null;
  const head = make("div", "head", {}, sign, make("div", "", { role: "status" }, make("h2", "first-sentence", {}, first), below));
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

function actKeys(status, does) {
  const still = openNamed(status, status.paused ? "go_on" : "pause");
  const stillKey = still
    ? makeKey(say(status.paused ? "go_on" : "pause_play"), () => does.pause(still), "", { "data-id": "pause", "aria-describedby": "pause-means" })
    : null;
  const means = still ? make("p", "means", { id: "pause-means" }, still.effect) : null;
  const list = makeKey(say("rule_on_something"), does.list, "", { "data-id": "list" });
  return [make("div", "act-keys", {}, stillKey, list), means];
}

function undoLine(status, does) {
  const undo = openNamed(status, "undo");
  return undo ? wayKey({ title: say("undo"), effect: undo.effect, id: "undo", does: () => does.open(undo) }) : null;
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
export function caseScreen(status, view, does, refusal) {
  const { wrong } = status;
  const steps = (wrong.steps?.length ? wrong.steps : [wrong.remedy]).filter(Boolean);
  const cards = wrong.cards ?? [];
  const others = allThatIsWrong(status, view).slice(1);
  const shown = plate(
    "case",
    cards.length ? make("p", "cards", {}, ...cards.map((card) => faceUp(card, "small", "in-question"))) : null,
    label(say("what_is_wrong")),
    make("h2", "first-sentence", {}, sentence(wrong.what)),
    steps.length ? label(`${say("do_this_now")} ${wrong.clause ?? ""}`) : null,
    steps.length ? make("ol", "steps", {}, ...steps.map((step) => make("li", "", {}, step))) : null,
    wrong.later ? make("p", "quiet", {}, wrong.later) : null
  );
  const ways = (wrong.alternatives ?? []).map((way, i) => wayOf(status, way, i === 0, does));
  const undo = undoLine(status, does);
  return [
    shown,
    ...ways,
    make("p", "quiet middle", {}, say("touch_one")),
    warningOf(refusal),
    undo,
    others.length ? plate("wrong", make("ul", "faults", {}, ...others.map((one) => make("li", "", {}, one)))) : null,
    makeKey(say("rule_on_something"), does.list, "wide", { "data-id": "list" }),
  ];
}

function wayOf(status, way, isFirst, does) {
  const id = `way-${way.command || way.title}`;
  if (!way.command) {
    return plate("wait", make("b", "", {}, way.title), make("p", "quiet", {}, way.effect)); // nothing to rule
  }
  const { clause } = status.wrong;
  const from = isFirst ? (clause ? say("the_rulebook_says", { clause }) : say("the_rulebook")) : "";
  const does_ = () => does.open(rulingOfWay(status, way));
  return wayKey({ title: way.title, effect: way.effect, from, id, does: does_, classes: isFirst ? "prescribed" : "" });
}

/** All that may be ruled now, and no more. */
export function listScreen(status, does) {
  const ways = status.open.map((open, i) =>
    wayKey({ title: titleOf(open.ruling), effect: open.effect, id: `open-${i}`, does: () => does.open(open) })
  );
  return [
    make("h2", "title", { tabindex: "-1" }, say("rule_on_something")),
    make("p", "quiet", {}, say(ways.length ? "what_may_be_ruled" : "nothing_open")),
    ...ways,
    makeKey(say("back"), does.back, "wide back", { "data-id": "back" }),
  ];
}
