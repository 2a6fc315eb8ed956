/** Which of its states a seat's page is in, and what it shows between the strip and my plate. */

import { make } from "../elements.js";
import { dealerHeadline, feltParts, needs } from "../felt.js";
import { groupOf, standsStill } from "../shown.js";
import { drawLastHand, drawMoves, drawStandings, ownMoves } from "./after_hand.js";
import { drawHouse, drawRack, drawShot, drawSlip, drawSpots } from "./games.js";
import * as panels from "./panels.js";
import { region } from "./regions.js";
import { say } from "../words.js";

/**
 * @typedef {object} Scene
 * @property {"play"|"halted"|"rest"|"result"|"between"} name
 * @property {boolean} isAsked keys are accepted from me, and I have not answered
 * @property {boolean} isChoosing an amount, or whether a whole stack
 * @property {boolean} hasRing
 * @property {boolean} hasStory
 * @property {boolean} hasKeys
 * @property {boolean} isSmall the board is small where there is little room
 * @property {boolean} hasQuestion about a phone, and no key of mine waits
 * @property {boolean} isBetting bets are open to all
 * @property {boolean} isShort my plate is one line
 * @property {boolean} hidesPlate
 * @property {boolean} isWon
 * @property {boolean} isDue chips have to be moved by me
 * @property {string[]|null} foot sentences where there are no keys, in place of the street's acts
 */

/** What of the page beside the view decides its state.
 * @typedef {{keys: object[], drawn: object[], draft: object|null, sure: object|null, refused: object|null,
 *     questions: import("./questions.js").Questions, line: string, doneHand: number, link: import("./link.js").SeatLink,
 *     pressFree: (key: object) => void, haveMoved: () => void}} Page */

export const RESULT_MS = 5000; // a result stands so long before what comes next

/** @param {Page} page @returns {Scene} */
export function sceneOf(view, seat, page) {
  const own = view.seats[seat];
  const name = nameOfScene(view, seat, page);
  const group = groupOf(view);
  const hasKeys = page.drawn.length > 0;
  const isAsked = page.keys.length > 0 && (view.waiting_for !== "bets" || own.to_answer !== false);
  const isChoosing = Boolean(page.draft || page.sure) && !page.link.waiting;
  const isQuestioned = page.questions.isAsked && isAsked;
  const isSmall = (isChoosing && !page.draft?.isOpened) || Boolean(page.refused) || isQuestioned;
  const isMine = name === "halted" && panels.ownChips(own) !== null;
  const moves = ownMoves(view, seat);
  return {
    name,
    isAsked,
    isChoosing,
    isSmall,
    hasQuestion: !isAsked && (page.questions.isAsked || page.questions.askedOf > 0),
    isBetting: view.waiting_for === "bets",
    isShort: isChoosing || view.shot?.seat === seat,
    hasRing: group === "ring",
    hasStory: name === "play" ? true : !hasKeys,
    hasKeys,
    hidesPlate: isMine || name === "rest",
    isWon: name === "result" && view.result.some((win) => win.seat === seat && win.won > 0),
    isDue: isMine || moves.takes.length + moves.gives.length > 0,
    foot: footOf(view, name, isMine),
  };
}

function nameOfScene(view, seat, page) {
  if (standsStill(view)) {
    return panels.trouble(view) ? "halted" : "rest";
  }
  const { own, takes, gives } = ownMoves(view, seat);
  const isFresh = performance.now() - page.link.resultAt < RESULT_MS;
  const isDone = page.doneHand === view.hand || page.keys.length > 0;
  if (view.result?.length && !isDone && (own || takes.length || gives.length || isFresh)) {
    return "result";
  }
  return ["idle", "seating"].includes(view.phase) ? "between" : "play";
}

function footOf(view, name, isMine) {
  if (name === "halted") {
    const { later } = panels.trouble(view);
    const floor = view.waiting_for === "floor" && view.phase === "halted" ? say("my_floor_decides") : "";
    return isMine ? [later || floor || view.prompt] : floor ? [floor] : [view.prompt, later].filter(Boolean);
  }
  return name === "result" ? [view.prompt] : name === "play" ? null : [""];
}

/** Draws the felt and the panels of a scene. @param {Scene} scene @param {Page} page */
export function drawScene(view, seat, scene, page) {
  region("felt", modelOfFelt(view, seat, scene), () => feltOf(view, seat, scene));
  region("panels", modelOfPanels(view, seat, scene, page), () => panelsOf(view, seat, scene, page));
}

function modelOfFelt(view, seat, scene) {
  const { bets, shots } = view.seats[seat];
  const { board, pot_total: pot, result, dealer, house, shot, limits } = view;
  return [scene.name, scene.isSmall, scene.isBetting, groupOf(view), board, pot, result, dealer, house, shot, limits, bets, shots];
}

function feltOf(view, seat, scene) {
  const group = groupOf(view);
  if (group === "rack") {
    return [drawRack(view, seat)];
  }
  if (group === "house") {
    const board = feltParts(view).find((part) => part.classList.contains("board"));
    const isOver = scene.name === "result";
    const line = isOver ? dealerHeadline(view) : scene.isBetting ? "" : needs(view.qualify);
    const spots = isOver || scene.isSmall ? null : drawSpots(view, seat);
    return [drawHouse(view), board, make("p", "needs label", {}, line), spots];
  }
  return feltParts(view);
}

function modelOfPanels(view, seat, scene, page) {
  const { irregularity, lock, hold, lost, moves, result, level, shot, board, hand } = view;
  const own = view.seats[seat];
  const of = { play: [shot, view.seats], halted: [irregularity, lock, hold, lost, board, own] };
  const more = of[scene.name] ?? [moves, result, level, board, hand, view.seats, view.void];
  const { refused, questions, sure, draft, keys, line, link } = page;
  const about = [link.isStranger, own.status, scene.name, refused, line, questions.model, scene.isAsked];
  return [about, sure, keys.length, Boolean(draft), more, view.prompt];
}

function panelsOf(view, seat, scene, page) {
  const own = view.seats[seat];
  if (page.link.isStranger) {
    return [...(page.refused ? [panels.drawRefused(page.refused)] : []), ...panels.drawStranger(view, seat)];
  }
  if (scene.name === "halted") {
    return [
      panels.drawTrouble(view, scene.hidesPlate),
      scene.hidesPlate ? panels.drawOwnChips(own) : null,
    ];
  }
  if (scene.name === "rest") {
    return [panels.drawBreak(view)];
  }
  const question = page.questions.draw(scene.isAsked) ?? (page.line ? panels.drawLine(page.line) : null);
  if (scene.name === "result") {
    return [question, drawSlip(view, seat), drawMoves(view, seat, page.haveMoved)];
  }
  if (scene.name === "between") {
    const free = (own.any_time ?? []).filter((key) => key.key === "sit_out");
    const keys = free.length && !page.keys.length ? panels.drawFreeKeys(free, page.pressFree) : null;
    return [question, drawLastHand(view), keys, drawStandings(view, seat)];
  }
  return [
    question,
    page.refused ? panels.drawRefused(page.refused) : null,
    page.sure ? panels.drawSure(page.sure) : null,
    groupOf(view) === "rack" ? rackPanel(view, seat) : null,
  ];
}

function rackPanel(view, seat) {
  return view.shot?.seat === seat ? drawShot(view) : drawStandings(view, seat);
}
