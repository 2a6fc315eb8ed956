/** What stands between the others and my plate: a case, a press that did not count, a whole stack. */

import { faceUp } from "../cards.js";
import { make } from "../elements.js";
import { makeKey } from "../keys.js";
import { isUp } from "../shown.js";
import { amount, canSay, minutes, say } from "../words.js";
import { potOf } from "./ring.js";

export function panel(classes, ...children) {
  return make("section", `panel plate ${classes}`, {}, ...children);
}

export function heading(text, classes = "label") {
  return make("h2", classes, {}, text);
}

export function seatDisc(number) {
  return make("b", "disc", {}, number);
}

// A press that did not count

/** @param {import("../press.js").Outcome} outcome */
export function drawRefused(outcome) {
  return panel(
    "refused",
    make("b", "sign", { "aria-hidden": "true" }, "✕"),
    make("b", "wrong", {}, say("did_not_count", { key: outcome.words })),
    make("p", "", {}, outcome.text || "")
  );
}

// A whole stack

/** @param {{amount: number}} sure */
export function drawSure(sure) {
  return panel(
    "all-in sure",
    heading(say("my_all_in")),
    make("b", "figure", {}, amount(sure.amount)),
    make("p", "", {}, say("my_every_chip")),
    make("p", "", {}, say("my_nothing_stays"))
  );
}

// Play stands still

/** What is wrong, of what kind it may be: a case, a lock or a hold, a seat that is lost. */
export function trouble(view) {
  const { irregularity: of, lock, hold, lost } = view;
  if (of) {
    const number = of.number ? say("case", { number: of.number }) : say("halted");
    const all = of.cards?.length ? of.cards : of.card ? [of.card] : [];
    const cards = all.some(isUp) ? all.filter(isUp) : all; // a burn lies face down
    return { number, what: of.what, steps: of.steps ?? [], later: of.later ?? "", cards, tag: canSay(`card_${of.kind}`) ? say(`card_${of.kind}`) : "" };
  }
  const still = lock ?? hold;
  if (still) {
    return { number: say("on_hold"), what: still.what, steps: [still.clears], later: "", cards: [] };
  }
  if (lost) {
    return { number: say("on_hold"), what: lost.what, steps: lost.steps, later: "", cards: [] };
  }
  return view.phase === "halted" ? { number: say("halted"), what: view.prompt, steps: [], cards: [] } : null;
}

/** The chips that I have to put in or take back where play stands still. */
export function ownChips(own) {
  if (own.missing) {
    return { word: `↪ ${say("my_put_in")}`, chips: own.missing };
  }
  return own.due_back ? { word: `↩ ${say("my_take_back")}`, chips: own.due_back } : null;
}

/** @returns {Node} the case: what it is about, what is wrong, and what people do now */
export function drawTrouble(view, isMine) {
  const { number, what, steps, cards, tag } = trouble(view);
  const pot = potOf(view);
  const head = make(
    "p",
    "head",
    {},
    make("b", "case", {}, number),
    pot ? make("span", "label", {}, say("pot")) : null,
    pot ? make("b", "pot-figure", {}, amount(pot)) : null,
    pot ? make("span", "", {}, say("my_held")) : null
  );
  const list = steps.map((step, i) => make("li", "", {}, seatDisc(i + 1), make("span", "", {}, step)));
  return panel(
    "trouble alarm",
    make("i", "hazard"),
    head,
    cards.length ? drawQuestion(view, cards, tag) : null,
    heading(say("my_what_is_wrong"), "wrong"),
    make("b", "what", {}, what),
    list.length && !isMine ? heading(say("do_this_now"), "wrong") : null,
    list.length && !isMine ? make("ol", "to-do", {}, ...list) : null
  );
}

/** The board, and beside it the cards that are in question, with what is wrong with them. */
function drawQuestion(view, cards, tag) {
  const others = view.board.filter((card) => !cards.includes(card));
  return make(
    "div",
    "cards question",
    {},
    ...others.map((card) => faceUp(card)),
    ...cards.map((card) => faceUp(card, "in-question")),
    tag ? make("b", "tag", {}, tag) : null
  );
}

/** The one thing that I have to do: PUT IN 100. */
export function drawOwnChips(own) {
  const { word, chips } = ownChips(own);
  return panel(
    "own-chips",
    make("b", "word", {}, word),
    make("b", "figure", {}, amount(chips)),
    ...(own.to_do ?? []).map((sentence) => make("p", "", {}, sentence))
  );
}

export function drawBreak(view) {
  const left = view.level?.next_in_s;
  const figure = left ? make("b", "figure", {}, minutes(left)) : null;
  return panel("rest", heading(say("paused")), make("b", "what", {}, view.prompt), figure);
}

// Keys above the deck

/** Keys that answer no question, above the deck. @param {{key: string, word: string}[]} keys */
export function drawFreeKeys(keys, press) {
  return make("div", "free-keys", {}, ...keys.map((key) => makeKey(key.word, () => press(key), "small-key")));
}

/** A key of a question. @param {string} word by its key @param {() => void} touched */
export function wordKey(classes, word, touched) {
  return makeKey(say(word), touched, `small-key ${classes}`);
}

// This phone

/** What is said once: that a press counted while nobody answered, that nothing is kept. */
export function drawLine(text) {
  return make("p", "once", {}, text);
}

/** This phone has the seat no more; its player may have left it. */
export function drawStranger(view, seat) {
  const hasLeft = view.seats[seat].status === "empty";
  const link = make("a", "key small-key", { href: "/" }, say("my_first_page"));
  return [
    panel(
      "stranger",
      make("b", "what", {}, say(hasLeft ? "my_seat_left" : "my_not_this_phone", { number: seat })),
      hasLeft ? null : make("p", "", {}, say("my_scan")),
      link
    ),
  ];
}

// Nobody answers

/** @param {string} waiting what was pressed and not answered, in words */
export function drawLost(ago, waiting) {
  const kept = waiting
    ? [...say("my_kept", { key: "\u0000" }).split("\u0000")].flatMap((part, i) => [
        i ? make("b", "", {}, waiting) : null,
        part,
      ])
    : [say("my_nothing_waits")];
  return [
    make("i", "hazard"),
    make("b", "wrong label", {}, `${say("my_no_connection")} · `, make("span", "lost-for", {}, ago)),
    make("b", "what", {}, say("lost")),
    make("p", "", {}, ...kept),
    make("p", "quiet-text", {}, say(waiting ? "my_say_it_aloud" : "my_trying_again")),
  ];
}

// What happened on this street

/** @returns {Node[]} */
export function drawStory(view, seat) {
  const own = view.seats[seat];
  const title = canSay(view.street) ? say(view.street) : "";
  const acts = (view.street_acts ?? []).slice(-4).map(({ seat: number, text }) =>
    make("li", number === seat ? "mine" : "", {}, seatDisc(number), make("span", "", {}, text))
  );
  const asked = Number.isInteger(view.to_act) && view.to_act !== seat && view.clock_left_ms;
  const clock = asked
    ? make("li", "mine", {}, seatDisc(view.to_act), make("span", "has-left", {}, ""))
    : null;
  return [
    title && (acts.length || clock) ? heading(title) : null,
    make("ul", "acts", {}, ...acts, clock),
    own.acts_after ? make("p", "after", {}, own.acts_after) : null,
  ];
}
