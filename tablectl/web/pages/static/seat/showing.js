/** The page of a seat as it is shown, from top to bottom. `page` is the SeatPage. */

import { at, make } from "../elements.js";
import { groupOf } from "../shown.js";
import { minutes, nameOf, say } from "../words.js";
import { drawLost, drawStory } from "./panels.js";
import { drawPlate, plateOf } from "./plate.js";
import { region } from "./regions.js";
import { drawRing, drawStrip, sitsInTwoRows } from "./ring.js";
import { drawScene } from "./scene.js";

const LATE_MS = 1000; // a press on its way so long is said to be

/** Whether a press has been on its way for long. */
export function isLate(page) {
  return Boolean(page.link.waiting) && performance.now() - page.pressedAt > LATE_MS;
}

/** @param {import("./scene.js").Scene} scene */
export function showScene(page, scene) {
  settleDeck(page);
  describe(page, scene);
  showTable(page, scene);
  showMine(page, scene);
  showStory(page, scene);
  showDeck(page);
  showLost(page);
}

/** What moves keys is taken over only while none is drawn: they never move under a finger. */
function settleDeck(page) {
  const { view, seat, deck, drawn, settings } = page;
  if (deck.isEmpty || !drawn.length) {
    page.thumb = settings.thumb;
    page.isCrowded = groupOf(view) === "ring" && sitsInTwoRows(view, seat);
  }
}

/** The state of the page, for its style. */
function describe(page, scene) {
  const { view, seat } = page;
  const { dataset } = document.documentElement;
  const group = groupOf(view);
  document.title = `${nameOf(view, seat)} · ${view.table || "tablectl"}`;
  dataset.scene = scene.name;
  dataset.group = group;
  dataset.room = hasOwnRoom(page, scene, group) ? "own" : "table";
  const states = {
    keys: scene.hasKeys,
    asked: scene.isAsked,
    choosing: scene.isChoosing,
    typing: scene.isChoosing && !page.sure && typeof page.draft?.typed === "string",
    small: scene.isSmall,
    refused: scene.isSmall && !scene.isChoosing,
    question: scene.hasQuestion,
    menu: page.menu.isOpen,
    crowded: page.isCrowded,
    bets: scene.isBetting,
  };
  dataset.page = Object.keys(states).filter((state) => states[state]).join(" ");
}

/** Whether my own part has the room that is left, and not the table. */
function hasOwnRoom(page, scene, group) {
  if (scene.isBetting && group === "house") {
    return false;
  }
  return scene.isSmall || scene.isChoosing || scene.name !== "play" || group === "rack";
}

function showTable(page, scene) {
  const { view, seat } = page;
  const { seats, level, limits, game, hand, next_hand_in_s: next, result, button, ask } = view;
  const { lang } = document.documentElement;
  const strip = [seats[seat].name, level, limits, game, hand, next, result?.length, lang];
  region("strip", strip, () => drawStrip(view, seat));
  at("ring").hidden = !scene.hasRing;
  const ring = [seats, view.to_act, button, ask, view.clock_left_ms === null];
  region("ring", scene.hasRing && ring, () => drawRing(view, seat));
  drawScene(view, seat, scene, page);
}

function showMine(page, scene) {
  const { view, seat, own, draft, link } = page;
  const { waiting, isLost } = link;
  const plate = plateOf(view, seat, {
    isAsked: scene.isAsked,
    pending: waiting && { words: waiting.words, isLate: isLate(page) },
    isShort: scene.isShort,
    isOver: scene.name === "result",
    isDone: page.doneHand === view.hand,
    isHalted: scene.name === "halted" && view.phase === "halted",
    lastSeen: isLost ? minutes(link.lostForS()) : "",
  });
  const me = at("me");
  me.hidden = scene.hidesPlate;
  me.className = `plate stale ${plate.look}${plate.isShort ? " short" : ""}`;
  region("me", [plate, own.cards, own.status], () => drawPlate(plate, view, seat));
  const key = draft && page.keys.find((one) => one.key === draft.key);
  const isOpen = Boolean(key) && !page.sure && !waiting && !page.menu.isOpen;
  const { bet, stack } = own;
  const about = { bet, stack, toCall: view.to_call ?? 0, bigBlind: view.level?.big_blind ?? 0 };
  page.chooser.show(isOpen ? draft : null, key, about);
}

function showStory(page, scene) {
  const { view, seat, own, menu } = page;
  at("story").hidden = !scene.hasStory;
  const foot = menu.isOpen ? ["", say("my_menu_closes")] : scene.foot;
  const isStopped = Number.isInteger(view.irregularity?.ago_s) && !menu.isOpen;
  const model = [view.street, view.street_acts, view.to_act, own.acts_after, foot, isStopped];
  region("story", scene.hasStory && model, () => {
    if (!foot) {
      return drawStory(view, seat);
    }
    const lines = foot.map((line, i) => make(i ? "p" : "b", "foot", {}, line));
    return isStopped ? [...lines, make("p", "foot stopped-for")] : lines;
  });
}

function showDeck(page) {
  const { drawn, own, deck, link } = page;
  const element = at("deck");
  element.dataset.thumb = page.thumb;
  element.classList.toggle("halves", drawn.some(isOfPool));
  const { waiting } = link;
  const pending = waiting && drawn.find(({ deed }) => deed.key === waiting.key && deed.kind === "press");
  deck.show(own.keys_id, drawn, waiting ? (pending?.id ?? "") : null);
  const undoes = drawn.some(({ deed }) => deed.key === "undo");
  element.dataset.note = undoes ? (own.undo_until ?? "") : "";
}

/** Two keys that are equally likely are of one width. */
function isOfPool({ deed, place }) {
  return ["missed", "made"].includes(deed.key) || (deed.key === "bet" && place === "stay");
}

/** The table does not answer. */
export function showLost({ link }) {
  const words = link.waiting?.words ?? "";
  document.documentElement.classList.toggle("is-lost", link.isLost);
  at("lost").hidden = !link.isLost;
  region("lost", link.isLost && [words], () => drawLost(minutes(link.lostForS()), words));
}
