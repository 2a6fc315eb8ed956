/** The last hands, as the table's story tells them; one of them is opened act by act. */

import { faceUp } from "../cards.js";
import { make } from "../elements.js";
import { say } from "../words.js";
import { askHands } from "./asking.js";
import { HandView } from "./hand.js";
import { label, makeKey, plate, sentence, title } from "./parts.js";
import { ruleOn } from "./ruling.js";
import { newestRow, openNamed } from "./rulings.js";

/** What the server has told: `of` is the moment of the table of which it was asked. */
const told = { of: "", hands: [], refusal: "", version: 0, number: 0, view: null };

/** @type {import("./places.js").Place} */
export const handsPlace = {
  name: "hands",
  isTab: true,
  isThere: (page) => page.hasHands,
  beside: "none",
  watches: watched,
  draw: (page) => (page.isDesk ? deskScreen(page) : listScreen(page)),
};

/** @type {import("./page.js").Layer} */
const handLayer = {
  watches: watched,
  close: () => (told.number = 0),
  draw: (page) => [
    make("div", "hand-head", {}, backKey(page), told.view?.title),
    warning(),
    told.view?.element,
    correctKey(page),
  ],
};

function watched(page) {
  const { status } = page;
  const now = JSON.stringify([status.hand, status.phase, status.prompt, newestRow(status)]);
  if (now !== told.of) {
    told.of = now;
    ask(page);
  }
  return [told.version, page.isDesk, told.number, Boolean(openNamed(status, "award"))];
}

async function ask(page) {
  const answer = await askHands({}, true);
  told.hands = answer.ok ? answer.hands : told.hands;
  told.refusal = answer.ok ? "" : answer.text;
  told.number ||= page.isDesk ? (told.hands[0]?.number ?? 0) : 0;
  if (told.number && answer.ok) {
    await askHand(told.number, true);
  }
  told.version += 1;
  page.draw();
}

/** @param {boolean} [isAgain] the page asks by itself */
async function askHand(number, isAgain = false) {
  const answer = await askHands({ hand: number }, isAgain);
  if (told.number !== number) {
    return; // another one was touched meanwhile
  }
  told.refusal = answer.ok ? "" : answer.text;
  if (!answer.ok) {
    told.view = null;
  } else if (told.view?.number === number) {
    told.view.take(answer.hand);
  } else {
    told.view = new HandView(answer.hand);
  }
}

async function openHand(page, number) {
  told.number = number;
  await askHand(number);
  told.version += 1;
  if (page.isDesk) {
    page.drawNow();
  } else {
    page.open(handLayer);
  }
  told.view?.reveal();
}

// Drawing

function backKey(page) {
  return makeKey("‹", () => page.back(), "back-sign", { "data-id": "back", "aria-label": say("back") });
}

function warning() {
  return told.refusal ? make("p", "warning", { role: "alert" }, `✕ ${sentence(told.refusal)}`) : null;
}

function listScreen(page) {
  const hint = told.hands.length ? "press_one" : "no_hands_yet";
  return [title(say("last_hands")), warning(), told.hands.length ? plate("hands", rows(page)) : null, make("p", "quiet middle", {}, say(hint))];
}

function deskScreen(page) {
  const list = plate("hands", label(say("last_hands")), warning(), told.hands.length ? rows(page) : make("p", "quiet", {}, say("no_hands_yet")));
  const shown = told.view ? make("div", "hand-shown", {}, told.view.title, told.view.element, correctKey(page)) : null;
  return [make("div", "hands-desk", {}, list, shown)];
}

function rows(page) {
  return make("ul", "", {}, ...told.hands.map((hand) => make("li", "", {}, row(page, hand))));
}

function row(page, { number, title: word, detail, board }) {
  const isHere = page.isDesk && number === told.number;
  const key = make("button", "hand-row", { type: "button", "data-id": `hand-${number}`, "aria-current": isHere ? "true" : null });
  key.append(
    make("span", "number", {}, number),
    make("span", "what", {}, make("b", "", {}, word), make("small", "", {}, detail)),
    make("span", "cards", {}, ...board.map((card) => faceUp(card, "small"))),
    make("span", "opens", { "aria-hidden": "true" }, "›")
  );
  key.addEventListener("click", () => openHand(page, number));
  return key;
}

/** Of the newest hand, as long as its pots may be given to others. */
function correctKey(page) {
  const award = openNamed(page.status, "award");
  const isIt = told.number === told.hands[0]?.number;
  return award && isIt ? makeKey(say("correct_the_pot"), () => ruleOn(page, award), "wide", { "data-id": "correct-pot" }) : null;
}
