/**
 * The keys of a seat, each at its place in the deck. A kind of key has one place for the whole
 * evening, so that a thumb finds it without eyes.
 */

import { amount, canSay, say } from "../words.js";

/**
 * Where a key lies: `out` and `stay` below, `up` above them, `back` cut from `up`.
 * @typedef {"out"|"stay"|"up"|"back"} Place
 */

/**
 * A key of the view.
 * @typedef {object} ViewKey
 * @property {number} seat
 * @property {string} key
 * @property {number|null} [amount] its cost, or the least of what may be chosen
 * @property {number|null} [most] the most that may be chosen
 * @property {string} [word]
 * @property {boolean} [all_in] it puts in the whole stack, of an amount to be chosen the most
 * @property {{word: string, amount: number}[]} [steps]
 * @property {number} [step] the smallest chip
 * @property {{more: string, left: string}|null} [facts] sentences to fill in
 */

/**
 * A key as it is drawn.
 * @typedef {object} Drawn
 * @property {string} id the same as long as it is the same key
 * @property {Place} place
 * @property {string} word
 * @property {string} [figure] the amount on it, or the amounts between which one is chosen
 * @property {string} [note] a line below
 * @property {"quiet"|"dark"|"back"|"opens"|"sends"|"all-in"|"all-in-sends"} look
 * @property {Deed} deed
 * @property {number} [guardMs] it takes no finger so long
 */

/**
 * What a touch does: it presses the key for the table, or does something on this page.
 * @typedef {{kind: "press", key: string, amount: number}
 *   | {kind: "choose", key: string}
 *   | {kind: "confirm", key: string, amount: number, from: Place}
 *   | {kind: "back"}} Deed
 */

/** @type {Object<string, Place>} */
const PLACES = {
  fold: "out",
  muck: "out",
  pass: "out",
  wait: "out",
  missed: "out",
  check: "stay",
  call: "stay",
  check_call: "stay",
  post: "stay",
  show: "stay",
  ante: "stay",
  made: "stay",
  confirm: "stay",
  sit_in: "stay",
  bet: "up",
  raise: "up",
  bonus: "up",
  buy_button: "up",
  all_in: "up",
  undo: "back",
};

export const KEY_MS = 350; // a key that was just drawn takes no finger
export const SENDING_MS = 500; // nor that which sends an amount nobody has touched

/** Keys by which an amount is chosen. @param {ViewKey} key */
export function opensAmount(key) {
  return Number.isInteger(key.most) && key.most > key.amount;
}

/** @param {ViewKey} key @returns {Place} */
export function placeOf(key) {
  return key.key === "bet" && !Number.isInteger(key.most) ? "stay" : PLACES[key.key];
}

/**
 * The keys that the view accepts from a seat; but no fold where checking costs nothing, and no
 * second way to put the whole stack in.
 * @returns {ViewKey[]}
 */
export function keysOf(view, seat) {
  const own = view.keys.filter((key) => key.seat === seat && PLACES[key.key]);
  const mayCheck = own.some((key) => key.key === "check");
  return own.filter(
    (key) =>
      !(key.key === "fold" && mayCheck) && !(key.key === "all_in" && own.some(reachesStack))
  );
}

/** Whether another key than `all_in` puts the whole stack in. */
function reachesStack(key) {
  return key.key !== "all_in" && isAllIn(key, key.most ?? key.amount);
}

/** Whether this amount on the key is the whole stack. @param {ViewKey} key */
export function isAllIn(key, chosen) {
  return key.key === "all_in" || (key.all_in === true && chosen === (key.most ?? key.amount));
}

export function wordOf(key) {
  return key.word || (canSay(`my_key_${key.key}`) ? say(`my_key_${key.key}`) : key.key.toUpperCase());
}

/** "CALL 1,200", "FOLD": a key in words. @param {ViewKey} key */
export function keyInWords(key, chosen = key.amount) {
  const word = isAllIn(key, chosen) ? say("my_all_in") : wordOf(key);
  const figure = figureOf(key, chosen);
  return figure ? `${word} ${figure}` : word;
}

/** The amount on a key: points that are made have their sign. */
export function figureOf(key, chosen = key.amount) {
  if (!Number.isInteger(chosen)) {
    return "";
  }
  return key.key === "made" ? `+${amount(chosen)}` : amount(chosen);
}

/**
 * The keys at rest: all that are accepted, none of which sends more than it shows.
 * @param {ViewKey[]} keys
 * @param {{bets?: Object<string, number>|null}} own
 * @returns {Drawn[]}
 */
export function keysAtRest(keys, own) {
  return keys.map((key) => {
    const place = placeOf(key);
    const chooses = opensAmount(key);
    const allIn = !chooses && isAllIn(key, key.amount);
    const placed = own.bets?.[key.key];
    return {
      id: idOf(key),
      place,
      word: allIn ? say("my_all_in") : wordOf(key),
      figure: placed ? amount(placed) : chooses ? range(key) : figureOf(key),
      note: placed ? `✓ ${say("my_placed")}` : "",
      look: lookOf(place, { chooses, allIn }),
      deed: deedOf(key, place, { chooses, allIn }),
    };
  });
}

function range(key) {
  return `${amount(key.amount)} – ${amount(key.most)}`;
}

/**
 * Keys that answer no question and lie in the deck none the less: back into play, and taking back.
 * @param {{any_time?: {key: string, word: string}[]}} own
 * @param {ViewKey[]} keys those that are asked for
 * @returns {Drawn[]}
 */
export function freeKeys(own, keys) {
  return (own.any_time ?? [])
    .filter(({ key }) => ["sit_in", "undo"].includes(key) && !keys.some((one) => one.key === key))
    .map(({ key, word }) => ({
      id: key,
      place: PLACES[key],
      word,
      look: PLACES[key] === "stay" ? "quiet" : "dark",
      deed: { kind: "press", key, amount: 0 },
    }))
    .filter(({ place }) => !keys.some((key) => placeOf(key) === place));
}

/**
 * The bet whose amount is chosen without being asked for: against the house the ante first, and
 * then the bonus.
 * @returns {ViewKey|undefined}
 */
export function keyToOpen(keys, own, view) {
  const isOpen = view.waiting_for === "bets" && own.bets && own.to_answer !== false;
  const first = own.bets?.ante ? "bonus" : "ante";
  return isOpen ? keys.find((key) => key.key === first && opensAmount(key)) : undefined;
}

/** What tells a key from another one at its place. @param {ViewKey} key */
export function idOf(key, more = "") {
  return `${key.key} ${key.amount ?? ""} ${key.most ?? ""} ${more}`;
}

function lookOf(place, { chooses, allIn }) {
  if (allIn) {
    return "all-in";
  }
  if (place === "stay") {
    return "quiet";
  }
  return chooses ? "opens" : place === "up" ? "sends" : "dark";
}

function deedOf(key, place, { chooses, allIn }) {
  if (chooses) {
    return { kind: "choose", key: key.key };
  }
  if (allIn) {
    return { kind: "confirm", key: key.key, amount: key.amount, from: place };
  }
  return { kind: "press", key: key.key, amount: key.amount ?? 0 };
}

/**
 * While an amount is chosen: FOLD and CALL stay where they are and live; UP splits into BACK and
 * the key that sends, which is there only if the amount is accepted.
 * @param {ViewKey[]} keys
 * @param {ViewKey} chosen the key whose amount is chosen
 * @param {{amount: number, isAccepted: boolean, isTouched: boolean, isOpened?: boolean}} draft
 *     `isOpened`: by the page itself, so that BACK would lead nowhere
 * @param {object} own
 * @returns {Drawn[]}
 */
export function keysWhileChoosing(keys, chosen, draft, own) {
  const stay = keysAtRest(keys, own).filter((key) => key.place !== placeOf(chosen));
  const low = stay.filter((key) => draft.isOpened || key.place === "out" || key.place === "stay");
  const drawn = draft.isOpened ? low : [...low, backKey("back")];
  return draft.isAccepted ? [...drawn, sendingKey(chosen, draft)] : drawn;
}

function sendingKey(key, draft) {
  const place = placeOf(key);
  const allIn = isAllIn(key, draft.amount);
  return {
    id: idOf(key, allIn ? "sends all-in" : "sends"),
    place,
    word: allIn ? say("my_all_in") : wordOf(key),
    figure: figureOf(key, draft.amount),
    look: allIn ? "all-in" : place === "stay" ? "quiet" : "sends",
    deed: allIn
      ? { kind: "confirm", key: key.key, amount: draft.amount, from: place }
      : { kind: "press", key: key.key, amount: draft.amount },
    guardMs: draft.isTouched ? KEY_MS : SENDING_MS,
  };
}

/**
 * Whether a whole stack is meant: the place that was touched is BACK, and the key that sends lies
 * at the other large one, so that no double touch sends it.
 * @param {ViewKey} key
 * @param {{amount: number, from: Place}} asked
 * @returns {Drawn[]}
 */
export function keysToConfirm(key, asked) {
  return [
    { ...backKey(asked.from), id: `back of all-in ${asked.from}` },
    {
      id: idOf(key, `all-in ${asked.amount}`),
      place: asked.from === "up" ? "stay" : "up",
      word: say("my_all_in"),
      figure: amount(asked.amount),
      look: "all-in-sends",
      deed: { kind: "press", key: key.key, amount: asked.amount },
    },
  ];
}

function backKey(place) {
  return { id: `back ${place}`, place, word: say("back"), look: "back", deed: { kind: "back" } };
}
