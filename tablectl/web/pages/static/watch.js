/** The page of whoever watches: the table as its screen has it, and no key at all. */

import { faceUp } from "./cards.js";
import { Clocks } from "./clocks.js";
import { at, fill, make, write } from "./elements.js";
import { dealerHeadline, feltParts } from "./felt.js";
import { ClockRing, seatDisc, showAge, showLost } from "./parts.js";
import { winsOf } from "./results.js";
import { seatRows } from "./rows.js";
import { wearTheme } from "./settings.js";
import { groupOf, isAsked, layFelt, seatsOf } from "./shown.js";
import { levelPair, nextBreak, nextLevel, pairOf as labelled, playersLeft, stakePairs } from "./stakes.js";
import { followTable } from "./table.js";
import { amount, canSay, gain, minutes, nameOf, say, setLanguage, stakes } from "./words.js";

const WIDE = matchMedia("(min-width: 900px)");
const ring = new ClockRing();
let view = null;
let clocks = null;

wearTheme();
const stream = followTable(() => "/stream", {
  hello: (hello) => {
    setLanguage(hello);
    document.title = hello.table;
    draw();
  },
  view: (newest, ageMs) => {
    view = newest;
    clocks = new Clocks(view, ageMs);
    draw();
  },
  lost: (isLost) => showLost(at("lost"), isLost),
});
WIDE.addEventListener("change", draw);
setInterval(tick, 250);

function tick() {
  if (view && !document.documentElement.classList.contains("is-lost")) {
    drawClocks();
  }
  showAge(at("lost"), stream.heardAt());
}

function draw() {
  if (!view) {
    return;
  }
  layFelt(view);
  drawStrip();
  fill(at("felt"), ...feltParts(view));
  const told = toldParts();
  fill(at("told"), ...told);
  const isTold = !told.some((one) => one.classList.contains("ask"));
  at("page").classList.toggle("is-told", isTold);
  at("sentence").classList.toggle("only-read", WIDE.matches && !isTold); // its plate says it
  at("page").classList.toggle("has-result", Boolean(view.result?.length));
  drawStory();
  drawClocks();
}

/** What a clock is part of. */
function drawClocks() {
  fill(at("rows"), ...seatRows(view, clocks));
  fill(at("next"), ...footParts());
  fill(at("standings"), ...standingsParts());
  if (clocks.turnS !== null) {
    ring.show(clocks.turnS, clocks.turnShare);
  }
  const isAwaited = view.ask?.kind === "next" && clocks.nextHandS !== null;
  write(at("sentence"), isAwaited ? `${nextHand()} ${view.prompt}` : sentence());
}

function drawStrip() {
  write(at("table"), view.table);
  at("rows").setAttribute("aria-label", say("read_seats"));
  write(at("hand"), view.hand && !view.game?.hand ? say("hand", { hand: view.hand }) : view.title);
  at("badge").hidden = !view.test;
  write(at("badge"), say("test"));
  const pairs = stakePairs(view).map(labelled);
  pairs[0]?.classList.add("first");
  fill(at("stakes"), ...levelPair(view).map(labelled), ...pairs);
}

// What the table tells: a result, what is wrong, or that play is paused

function toldParts() {
  const stop = stopOf();
  write(at("alert"), stop ? stop.what : "");
  if (stop) {
    return [stopPlate(stop)];
  }
  if (view.paused) {
    return [pausePlate()];
  }
  if (view.void) {
    return [voidPlate(view.void)];
  }
  if (groupOf(view) === "house") {
    const dealer = view.result?.length ? dealerHeadline(view) : "";
    return dealer ? [dealerPlate(dealer)] : askPlate();
  }
  const wins = winsOf(view);
  return wins.length ? wins.map(winPlate) : askPlate();
}

/**
 * What is wrong, and what people do.
 * @typedef {{label: string, what: string, steps: string[], later: string, cards: string[]}} Stop
 */

/** @returns {Stop|null} */
function stopOf() {
  const { irregularity, lost, phase, ask } = view;
  const hold = view.lock ?? view.hold;
  if (hold) {
    const label = say(view.lock ? "locked" : "on_hold");
    return { label, what: hold.what, steps: [hold.clears], later: "", cards: [] };
  }
  if (irregularity && phase === "halted") {
    const { number, what, steps, later, cards, remedy } = irregularity;
    const label = number ? say("case", { number }) : say("halted");
    const todo = steps?.length ? steps : [remedy];
    return { label, what, steps: todo, later: later ?? "", cards: cards ?? [] };
  }
  if (lost) {
    return { label: say("on_hold"), what: lost.what, steps: lost.steps, later: lost.later, cards: [] };
  }
  if (phase === "halted" || ask?.kind === "reload") {
    return { label: say("halted"), what: ask.headline || view.prompt, steps: [], later: "", cards: [] };
  }
  return null;
}

function stopPlate({ label, what, steps, later, cards }) {
  const todo = steps.filter(Boolean).map((step) => make("li", "", {}, step));
  return make(
    "article",
    "plate stop",
    {},
    make("p", "tag", {}, `⚠ ${label}`),
    cards.length ? make("p", "cards", {}, ...cards.map((card) => faceUp(card, "small", "in-question"))) : null,
    make("h2", "", {}, what),
    todo.length ? make("p", "label", {}, say("do_this_now")) : null,
    todo.length ? make("ol", "steps", {}, ...todo) : null,
    later ? make("p", "later", {}, later) : null
  );
}

/** The last hand does not count. */
function voidPlate({ kind, hand, why }) {
  const tag = `↩ ${say(kind === "misdeal" ? "misdeal" : "void")}`;
  const headline = make("h2", "", {}, say("does_not_count", { hand }));
  return make("article", "plate void", {}, make("p", "tag", {}, tag), headline, make("p", "", {}, why));
}

function pausePlate() {
  const isBreak = Boolean(view.level?.break);
  const left = isBreak && clocks.levelS !== null ? make("p", "large", {}, minutes(clocks.levelS)) : null;
  return make(
    "article",
    "plate pause",
    {},
    make("p", "tag", {}, `‖ ${say(isBreak ? "break" : "paused")}`),
    left,
    make("h2", "", {}, view.ask.headline)
  );
}

function winPlate({ label, headline, line }) {
  return make("article", "plate won", {}, make("p", "tag", {}, `★ ${label}`), make("h2", "", {}, headline), line ? make("p", "", {}, line) : null);
}

function dealerPlate(headline) {
  const key = view.dealer.qualifies ? "beat_the_dealer" : "antes_are_paid";
  return make("article", "plate", {}, make("p", "tag", {}, say("dealer")), make("h2", "", {}, headline), make("p", "", {}, say(key)));
}

/** On a wide page: who is asked, in amber, with the clock. */
function askPlate() {
  const asked = seatsOf(view).find(([number]) => isAsked(view, number));
  const sentenceNow = sentence();
  if (!asked) {
    const headline = view.ask?.headline;
    return sentenceNow || headline
      ? [make("article", "plate ask", { "aria-hidden": "true" }, make("div", "said", {}, headline ? make("h2", "", {}, headline) : null, make("p", "", {}, sentenceNow)))]
      : [];
  }
  const [number, seat] = asked;
  const chips = seat.points ?? seat.stack;
  const below = groupOf(view) === "rack" ? `${amount(chips)} ${say("points")}` : say("in_chips", { chips });
  const said = make("div", "said", {}, make("h2", "", {}, view.prompt), make("p", "", {}, below));
  const parts = [seatDisc(number), said, clocks.turnS === null ? null : ring.element];
  return [make("article", "plate ask asked", { "aria-hidden": "true" }, ...parts.filter(Boolean))];
}

// The street in words

function drawStory() {
  const acts = view.street_acts ?? [];
  const street = view.street ?? "";
  const isPlayed = Boolean(acts.length) && canSay(street);
  write(at("street"), isPlayed ? say(street) : "");
  at("street").hidden = !isPlayed;
  const said = acts.map((act) => make("span", "act", {}, `${act.text}.`));
  fill(at("acts"), ...said.flatMap((one) => [one, " "]));
}

/** Of whoever is asked, or what is to be done; what is wrong stands in a plate with its steps. */
function sentence() {
  const { ask, prompt } = view;
  const stop = stopOf();
  if (stop) {
    return stop.steps.length || prompt === stop.what ? "" : prompt;
  }
  const headline = view.paused || isAskedOfSeat() ? "" : (ask?.headline ?? "");
  return [headline && `${headline}.`, prompt].filter(Boolean).join(" ");
}

function isAskedOfSeat() {
  return seatsOf(view).some(([number]) => isAsked(view, number));
}

function nextHand() {
  return `${say("next_hand_in", { seconds: clocks.nextHandS })}.`;
}

// Standings, and what comes next

/** By chips in a tournament, by what the evening has brought elsewhere. */
function standingsParts() {
  const isByChips = Boolean(view.tournament);
  const rows = seatsOf(view)
    .filter(([, seat]) => seat.status !== "out")
    .map(([number, seat]) => [number, isByChips ? seat.stack + seat.bet : seat.tonight])
    .filter(([, figure]) => figure !== null && figure !== undefined)
    .sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  const next = nextParts();
  const list = rows.map(([number, figure]) =>
    make("li", "", {}, seatDisc(number), make("span", "name", {}, nameOf(view, number)), make("b", "", {}, isByChips ? amount(figure) : gain(figure)))
  );
  const heading = make("h2", "tag", {}, say(isByChips ? "standings" : "tonight"));
  return rows.length ? [heading, make("ol", "places", {}, ...list), ...next] : next;
}

function nextParts() {
  const { level } = view;
  const line = [nextBreak(clocks), playersLeft(view)].filter(Boolean).join(" · ");
  const parts = [];
  if (level?.next && groupOf(view) === "ring" && !view.paused) {
    const when = clocks.levelS ? minutes(clocks.levelS) : "";
    const pair = labelled([say("next"), stakes(level.next)]);
    parts.push(make("p", "coming", {}, pair, make("b", "large", {}, when)));
  }
  if (line) {
    parts.push(make("p", "quiet-line", {}, line));
  }
  return parts;
}

/** On a phone: the level, and how many are left. */
function footParts() {
  const [level] = levelPair(view);
  const next = nextLevel(view, clocks);
  const left = level ? [say("level_number", { level: level[1] }), ...(next.length ? [" · ", ...next] : [])] : next;
  return [make("span", "", {}, ...left), make("span", "", {}, playersLeft(view))];
}
