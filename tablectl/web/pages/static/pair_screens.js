/** What a phone shows on its way to a seat: each screen is its parts, from top to bottom. */

import { draw, make, write } from "./elements.js";
import { makeKey } from "./keys.js";
import { readSettings, saveSettings } from "./settings.js";
import { groupOf, isItsTurn } from "./shown.js";
import { stakePairs, pairOf as labelled } from "./stakes.js";
import { amount, minutes, nameOf, say } from "./words.js";

/** The strip of a phone that has no seat: which table, and the way out. */
export function strangerStrip(table) {
  const watch = make("a", "watch-only", { href: "/watch" }, say("watch_only"));
  return make("header", "strip", {}, make("b", "name", {}, table), watch);
}

/** The strip of a phone that has one. */
export function seatStrip(view, seat) {
  const [pair] = stakePairs(view);
  const stakes = pair ? make("span", "stakes", {}, labelled(pair)) : null;
  const name = make("b", "name", {}, nameOf(view, seat));
  return make("header", "strip", {}, make("span", "disc", {}, seat), name, stakes);
}

/**
 * Number, name and stack of the seat, and the one key that takes it.
 * @param {{seat: number, view: object, refusal: string, take: () => void}} shown
 */
export function takeScreen({ seat, view, refusal, take }) {
  const own = view.seats[seat];
  const who = [
    make("p", "label seat-label", {}, say("seat_label")),
    make("p", "disc large", {}, seat),
    make("h1", "", {}, nameOf(view, seat)),
    make("p", "chips", {}, chipsOf(view, own)),
  ];
  const key = makeKey(say("take_seat", { seat }), take, "stay sure");
  return [
    strangerStrip(view.table),
    make("section", "middle", {}, ...who),
    make("p", "advice", {}, say("not_your_name")),
    warning(refusal),
    make("p", "advice", {}, say("gets_the_keys", { number: seat })),
    make("div", "foot", {}, key),
  ];
}

function chipsOf(view, own) {
  if (groupOf(view) === "rack") {
    return `${amount(own?.points ?? 0)} ${say("points")}`;
  }
  return say("in_chips", { chips: own?.stack ?? 0 });
}

/** Why something was not done: said once, aloud too. */
export function warning(text) {
  return make("p", "warning", { role: "alert" }, text);
}

/**
 * How the phone is held, and what it may do.
 * @param {{seat: number, view: object, done: () => void, redraw: () => void}} shown
 */
export function handScreen({ seat, view, done, redraw }) {
  const settings = readSettings();
  const change = (changes) => {
    saveSettings({ ...settings, ...changes });
    redraw();
  };
  const thumb = (side, word) => thumbKey(side, say(word), settings.thumb === side, () => change({ thumb: side }));
  const thumbs = make("div", "thumbs", { role: "group", "aria-labelledby": "which-thumb" }, thumb("left", "left_thumb"), thumb("right", "right_thumb"));
  return [
    seatStrip(view, seat),
    isItsTurn(view, seat) ? turnKey(view, done) : null,
    make("section", "question", {}, make("h1", "", {}, say("seat_is_yours", { number: seat })), make("h2", "", { id: "which-thumb" }, say("which_thumb"))),
    thumbs,
    make(
      "section",
      "plate switches",
      {},
      switchLine(say("sound"), "", settings.sound, () => change({ sound: !settings.sound })),
      canBuzz() ? switchLine(say("buzz"), "", settings.buzz, () => change({ buzz: !settings.buzz })) : null,
      switchLine(say("dark_room"), say("dark_room_means"), settings.dark, () => change({ dark: !settings.dark })),
      awakeLine()
    ),
    make("div", "foot", {}, makeKey(say("play"), done, "stay sure")),
  ];
}

/** Whether this phone can: those of one maker cannot, in any browser. */
function canBuzz() {
  return typeof navigator.vibrate === "function";
}

/** The way back to a seat that this phone has: amber at its turn, with what it is asked. */
export function backToSeat(view, seat) {
  const way = `${say("back_to_seat", { number: seat })} · ${nameOf(view, seat)}`;
  const isTurn = isItsTurn(view, seat);
  return make("a", `key my-seat ${isTurn ? "turn" : "stay"}`, { href: `/seat/${seat}` }, ...(isTurn ? turnParts(view) : []), make("b", "", {}, way));
}

/** My turn on a screen that has no deck: what is asked, and one touch that leads there. */
function turnKey(view, goOn) {
  const key = makeKey("", goOn, "my-seat turn");
  key.append(...turnParts(view), make("b", "", {}, say("play")));
  return key;
}

function turnParts(view) {
  const left = make("span", "turn-left", { role: "timer", "aria-live": "off" });
  return [make("span", "turn-head", {}, say("your_turn"), left), make("span", "turn-asks", {}, view.prompt)];
}

/** What a screen has to be drawn anew for: at whose turn a seat is, and what it is asked. */
export function turnOf(view, seat) {
  return isItsTurn(view, seat) ? view.prompt : "";
}

/** The clock of a turn as it stands now. @param {import("./clocks.js").Clocks} clocks */
export function moveTurnClock(root, clocks) {
  const seconds = clocks.turnS;
  for (const left of root.querySelectorAll(".turn-left")) {
    write(left, seconds === null ? "" : minutes(seconds));
  }
}

/** A small picture of the deck for that thumb, and its name. */
function thumbKey(side, word, isChosen, does) {
  const [call, fold] = side === "left" ? [3, 75] : [28, 3];
  const picture = draw(
    "svg",
    { viewBox: "0 0 100 44", "aria-hidden": "true" },
    draw("rect", { class: "up", x: 3, y: 2, width: 94, height: 14, rx: 3 }),
    draw("rect", { class: "stays", x: call, y: 20, width: 69, height: 22, rx: 3 }),
    draw("rect", { class: "out", x: fold, y: 20, width: 22, height: 22, rx: 3 }),
    draw("text", { x: call + 34.5, y: 34 }, say("call")),
    draw("text", { class: "quiet-word", x: fold + 11, y: 34 }, say("fold"))
  );
  const key = makeKey(picture, does, "thumb", { "aria-pressed": String(isChosen), "aria-label": word });
  key.append(make("b", "", {}, word));
  return key;
}

function switchLine(word, means, isOn, does) {
  const line = makeKey(textOf(word, means), does, "line", { role: "switch", "aria-checked": String(isOn) });
  line.append(make("b", isOn ? "on" : "off", { "aria-hidden": "true" }, say(isOn ? "on" : "off")));
  return line;
}

function textOf(word, means) {
  return make("span", "text", {}, word, means ? make("small", "", {}, means) : null);
}

/** A page over plain http cannot keep the screen on: the phone's own setting can. */
function awakeLine() {
  const advice = ["awake_iphone", "awake_android", "awake_afterwards"].map((key) => make("p", "", {}, say(key)));
  const head = make("summary", "line", {}, textOf(say("keep_awake"), say("keep_awake_means")), make("b", "off", { "aria-hidden": "true" }, "›"));
  return make("details", "", {}, head, ...advice);
}

/**
 * A seat that another phone has, or whose code is to be read.
 * @param {{seat: number, view: object, text: string, refusal: string, hasDigits: boolean,
 *     ask: (() => void)|null}} shown
 */
export function waitScreen({ seat, view, text, refusal, hasDigits, ask }) {
  const digits = make("a", "key stay", { href: "/" }, say("type_the_digits"));
  return [
    strangerStrip(view.table),
    make("section", "middle", {}, make("p", "label seat-label", {}, say("seat_label")), make("p", "disc large", {}, seat), make("h1", "", {}, nameOf(view, seat))),
    make("p", "said", { role: "status" }, text),
    warning(refusal),
    make("div", "foot two", {}, ask ? makeKey(say("ask_seat", { number: seat }), ask) : null, hasDigits ? digits : null),
  ];
}
