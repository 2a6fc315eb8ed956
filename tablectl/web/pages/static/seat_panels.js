/** What stands between the others and my plate: a case, chips to move, the last hand, a question. */

import { faceUp, slot } from "./cards.js";
import { make } from "./elements.js";
import { signed } from "./seat_plate.js";
import { drawOwnCards, potOf } from "./seat_table.js";
import { seatsOf } from "./shown.js";
import { amount, canSay, minutes, nameOf, say } from "./words.js";

function panel(classes, ...children) {
  return make("section", `panel plate ${classes}`, {}, ...children);
}

function heading(text, classes = "label") {
  return make("h2", classes, {}, text);
}

function seatDisc(number) {
  return make("b", "disc", {}, number);
}

// A press that did not count

/** @param {import("./press.js").Outcome} outcome */
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
    heading(say("my_all_in"), "label"),
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
    const number = of.number ? say("my_case", { number: of.number }) : say("my_halted");
    const cards = of.cards?.length ? of.cards : of.card ? [of.card] : [];
    return { number, what: of.what, steps: of.steps ?? [], later: of.later ?? "", cards };
  }
  const still = lock ?? hold;
  if (still) {
    return { number: say("my_on_hold"), what: still.what, steps: [still.clears], later: "", cards: [] };
  }
  if (lost) {
    return { number: say("my_on_hold"), what: lost.what, steps: lost.steps, later: "", cards: [] };
  }
  return view.phase === "halted" ? { number: say("my_halted"), what: view.prompt, steps: [], cards: [] } : null;
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
  const { number, what, steps, cards } = trouble(view);
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
    "trouble",
    make("i", "hazard"),
    head,
    cards.length ? drawQuestion(view, cards) : null,
    heading(say("my_what_is_wrong"), "wrong"),
    make("b", "what", {}, what),
    list.length && !isMine ? heading(say("my_do_this_now"), "wrong") : null,
    list.length && !isMine ? make("ol", "to-do", {}, ...list) : null
  );
}

/** The board, and beside it the cards that are in question. */
function drawQuestion(view, cards) {
  const others = view.board.filter((card) => !cards.includes(card));
  return make(
    "div",
    "cards question",
    {},
    ...others.map((card) => faceUp(card)),
    ...cards.map((card) => faceUp(card, "in-question"))
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
  return panel("rest", heading(say("my_paused"), "label brass"), make("b", "what", {}, view.prompt), left ? make("b", "figure", {}, minutes(left)) : null);
}

// Who gives whom what

function number(of) {
  return of.startsWith("seat-") ? Number(of.slice(5)) : 0;
}

/** Chips that are still to be moved from or to this seat. */
export function ownMoves(view, seat) {
  const me = `seat-${seat}`;
  const open = (view.moves ?? []).filter((move) => !move.done);
  return {
    own: open.find((move) => move.from === me && move.to === me) ?? null,
    takes: open.filter((move) => move.to === me && move.from !== me),
    gives: open.filter((move) => move.from === me && move.to !== me),
  };
}

/** @returns {Node|null} TAKE 470 from Walter; GIVE 995, and to whom */
export function drawMoves(view, seat) {
  const { own, takes, gives } = ownMoves(view, seat);
  if (!own && !takes.length && !gives.length) {
    return null;
  }
  const ways = (moves, end) =>
    moves.map((move) =>
      make(
        "li",
        "",
        {},
        moves.length > 1 || end === "to" ? make("span", "", {}, amount(move.amount)) : null,
        make("span", "arrow", {}, end === "to" ? "→" : say("my_from")),
        ...placeOf(view, move[end])
      )
    );
  const sum = (moves) => moves.reduce((total, move) => total + move.amount, 0);
  const large = (word, chips) =>
    make("p", "large", {}, make("b", "word", {}, say(word)), make("b", "figure", {}, amount(chips)));
  return panel(
    "moves",
    heading(say("my_share"), takes.length ? "label won-label" : "label"),
    ...(takes.length ? [large("my_take", sum(takes)), make("ul", "movers", {}, ...ways(takes, "from"))] : []),
    ...(gives.length ? [large("my_give", sum(gives)), make("ul", "movers", {}, ...ways(gives, "to"))] : []),
    own ? make("p", "own", {}, say(takes.length ? "my_and_own" : "my_own", { amount: own.amount })) : null,
    drawAllMoves(view, seat, takes)
  );
}

function placeOf(view, end) {
  const seat = number(end);
  if (!seat) {
    return [make("b", "", {}, say(end === "house" ? "my_bank_place" : "my_pot_place"))];
  }
  return [seatDisc(seat), make("b", "", {}, nameOf(view, seat))];
}

/** "Walter 995 → you 470, Rosemarie 525": where a giver gives to others, too. */
function drawAllMoves(view, seat, takes) {
  const givers = new Set(takes.map((move) => move.from).filter(number));
  const lines = [...givers].flatMap((giver) => {
    const moves = view.moves.filter((move) => move.from === giver && move.to !== giver && !move.done);
    const total = moves.reduce((sum, move) => sum + move.amount, 0);
    const named = moves.map((move) => {
      const who = number(move.to) === seat ? say("my_you") : nameOf(view, number(move.to));
      return `${who} ${amount(move.amount)}`;
    });
    return moves.length > 1 ? [`${nameOf(view, number(giver))} ${amount(total)} → ${named.join(", ")}`] : [];
  });
  return lines.length ? make("p", "all", {}, ...lines) : null;
}

// Between hands

/** Who won the last hand, with which cards. */
export function drawLastHand(view) {
  const wins = (view.result ?? []).filter((win) => win.won > 0 || win.points > 0);
  const won = new Map();
  for (const win of wins) {
    won.set(win.seat, (won.get(win.seat) ?? 0) + (win.points ?? win.won));
  }
  const lines = [...won].map(([seat, chips]) =>
    make("b", "what", {}, say("my_wins", { name: nameOf(view, seat), amount: chips }))
  );
  const hand = wins[0]?.headline ?? wins[0]?.hand ?? "";
  return panel(
    "last-hand",
    heading(say("my_hand", { hand: view.hand }), "label brass"),
    make("span", "cards small-board", {}, ...view.board.map((card) => faceUp(card, "small"))),
    ...(lines.length ? lines : [make("b", "what", {}, view.void?.why || view.ask.headline)]),
    hand ? make("p", "hand-name", {}, hand[0].toUpperCase() + hand.slice(1)) : null
  );
}

/** Who has won how much, or how many points; whose places there are, by their chips. */
export function drawStandings(view, seat) {
  const rows = seatsOf(view).map(([number, one]) => [number, one, standing(view, one)]);
  const known = rows.filter(([, , figure]) => Number.isInteger(figure));
  if (!known.length) {
    return null;
  }
  known.sort(([, , one], [, , other]) => other - one);
  const isGain = known.some(([, one]) => Number.isInteger(one.tonight));
  const title = isGain ? "my_tonight" : known.some(([, one]) => Number.isInteger(one.points)) ? "my_total" : "my_places";
  return panel(
    "standings",
    heading(say(title), "label brass"),
    make(
      "ol",
      "",
      {},
      ...known.map(([number, , figure]) =>
        make(
          "li",
          number === seat ? "mine" : "",
          {},
          seatDisc(number),
          make("span", "", {}, nameOf(view, number)),
          make("b", "", {}, isGain ? signed(figure) : amount(figure))
        )
      )
    )
  );
}

function standing(view, seat) {
  return seat.tonight ?? seat.points ?? (view.tournament ? seat.stack : null);
}

/** Keys that answer no question, above the deck. @param {{key: string, word: string}[]} keys */
export function drawFreeKeys(keys, press) {
  const buttons = keys.map((key) => {
    const button = make("button", "key small-key", { type: "button" }, key.word);
    button.addEventListener("click", () => press(key));
    return button;
  });
  return make("div", "free-keys", {}, ...buttons);
}

// Against the house, and for points

const SPOTS = ["bonus", "ante", "call"];

export function drawHouse(view) {
  const cards = view.dealer?.cards ?? [];
  return make(
    "div",
    "house",
    {},
    make("span", "label", {}, say("dealer")),
    drawOwnCards({ cards, status: "in" }, new Set(view.dealer?.best ?? [])),
    Number.isInteger(view.house)
      ? make("span", "bet bank", {}, make("span", "label", {}, say("my_bank")), amount(view.house))
      : null
  );
}

/** The three spots of a seat: diamond, circle, square. */
export function drawSpots(view, seat) {
  const bets = view.seats[seat].bets ?? {};
  return make(
    "div",
    "spots",
    {},
    ...SPOTS.map((line) =>
      make(
        "div",
        `spot ${line}${bets[line] ? " placed" : ""}`,
        {},
        make("span", "shape", {}, make("b", "", {}, bets[line] ? amount(bets[line]) : say(`my_line_${line}`))),
        make("span", "label", {}, bets[line] ? say(`my_line_${line}`) : noteOfSpot(view, line))
      )
    )
  );
}

function noteOfSpot(view, line) {
  const { limits } = view;
  if (line === "call") {
    return say("my_twice_the_ante");
  }
  return limits ? `${amount(limits[`${line}_min`])} – ${amount(limits[`${line}_max`])}` : "";
}

/** The cards that are shot at, with what each brought me. */
export function drawRack(view, seat) {
  const shots = view.seats[seat].shots ?? {};
  const columns = view.board.map((card, i) => {
    const { points } = view.board_shots?.[i] ?? {};
    const isNow = view.shot?.card === card;
    const made = shots[card];
    const mark = made === undefined ? "" : made === null ? "✕" : `✓ +${amount(made)}`;
    return make(
      "div",
      `column${isNow ? " now" : ""}`,
      {},
      faceUp(card),
      ...(view.shot ? [make("b", "", {}, amount(points ?? 0)), make("b", made ? "made" : "", {}, mark)] : [])
    );
  });
  const slots = Array.from({ length: Math.max(0, 6 - columns.length) }, () => make("div", "column", {}, slot()));
  return make("div", view.shot ? "rack shot-at" : "rack", {}, ...columns, ...slots);
}

export function drawShot(view) {
  const { shot } = view;
  const worth = make("span", "worth", {}, say("my_worth_now"), make("b", "", {}, amount(shot.worth ?? 0)));
  return panel(
    "shot",
    heading(say("my_the_shot"), "label"),
    make("b", "what", {}, shot.name ?? ""),
    make("p", "", {}, make("span", "", {}, say("my_try_of", { try: shot.try, tries: shot.tries })), worth)
  );
}

// Another phone

/** @param {{ask: () => void, keep: () => void, give: () => void, back: () => void}} does */
export function drawSecondPhone(view, seat, isSure, does) {
  const keys = isSure
    ? [wordKey("", "back", does.back), wordKey("fault", "my_give_it_away", does.give)]
    : [wordKey("", "my_give_it_away", does.ask), wordKey("stay", "my_keep_it", does.keep)];
  return drawAsked(view, seat, say("my_another_phone"), say("my_stays_yours"), keys);
}

/**
 * Another phone asks for the seat of another player.
 * @param {{ask: () => void, yes: () => void, no: () => void, back: () => void}} does
 */
export function drawAnothersPhone(view, seat, isSure, does) {
  const keys = isSure
    ? [wordKey("", "back", does.back), wordKey("fault", "my_yes", does.yes)]
    : [wordKey("", "my_yes", does.ask), wordKey("stay", "my_no", does.no)];
  const name = nameOf(view, seat);
  return drawAsked(view, seat, say("my_anothers_phone", { name }), say("my_yes_frees_it"), keys);
}

function wordKey(classes, word, touched) {
  const button = make("button", `key small-key ${classes}`, { type: "button" }, say(word));
  button.addEventListener("click", touched);
  return button;
}

function drawAsked(view, seat, what, means, keys) {
  return panel(
    "second-phone",
    heading(`${say("seat_name", { number: seat })} · ${nameOf(view, seat)}`, "label due-label"),
    make("b", "what", {}, what),
    make("p", "", {}, means),
    make("div", "two", {}, ...keys)
  );
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
  const title = canSay(`my_street_${view.street}`) ? say(`my_street_${view.street}`) : "";
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
