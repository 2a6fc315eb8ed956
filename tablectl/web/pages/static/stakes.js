/** What is played for, and what comes next: the strip's right, and the line at the foot. */

import { make } from "./elements.js";
import { groupOf } from "./shown.js";
import { amount, minutes, say, sayCount, sayParts, stakes } from "./words.js";

/** @typedef {[string, string]} Pair a label and its value */

/** Pairs for the strip, the most important one first. @returns {Pair[]} */
export function stakePairs(view) {
  return { house: limitPairs, rack: gamePairs, ring: blindPairs }[groupOf(view)](view);
}

function blindPairs({ level }) {
  if (!level) {
    return [];
  }
  const pairs = [[say("blinds"), stakes(level)]];
  if (level.bets) {
    pairs.push([say("bets_fixed"), level.bets.map(amount).join(" / ")]);
  }
  if (level.ante) {
    pairs.push([say("ante"), amount(level.ante)]);
  }
  return pairs;
}

function limitPairs({ limits }) {
  if (!limits) {
    return [];
  }
  return [
    [say("bet_ante"), `${amount(limits.ante_min)} – ${amount(limits.ante_max)}`],
    [say("bet_bonus"), `${amount(limits.bonus_min)} – ${amount(limits.bonus_max)}`],
    [say("bet_call"), say("twice_the_ante")],
  ];
}

function gamePairs({ game }) {
  if (!game) {
    return [];
  }
  const { hand, hands, target, bet } = game;
  const pairs = [];
  if (hand) {
    pairs.push([say("hand_label"), hands ? say("of_hands", { hand, hands }) : String(hand)]);
  }
  if (target) {
    pairs.push([say("target"), amount(target)]);
  }
  if (bet) {
    pairs.push([say("bets_fixed"), say("a_round", { points: bet })]);
  }
  return pairs;
}

/** The number of the level, where the table has several. @returns {Pair[]} */
export function levelPair({ level, levels }) {
  const hasSchedule = level && (level.number > 1 || level.next || levels?.length);
  return hasSchedule && level.number ? [[say("level"), String(level.number)]] : [];
}

/** A label and its value, side by side. @param {Pair} pair */
export function pairOf([label, value]) {
  return make("span", "pair", {}, make("span", "label", {}, label), " ", make("b", "", {}, value));
}

/**
 * When which blinds come: "next 150 / 300 in 10:11".
 * @param {import("./clocks.js").Clocks} clocks
 * @returns {(string|Node)[]} empty: nothing is known to come
 */
export function nextLevel(view, clocks) {
  const level = view.level;
  if (!level?.next || view.paused || groupOf(view) !== "ring") {
    return [];
  }
  const blinds = stakes(level.next);
  const left = clocks.levelS;
  if (level.next_is_due || (left === 0 && level.next_in_s !== 0)) {
    return [say("next_hand_level", { blinds })];
  }
  const hands = level.next_in_hands || 1;
  if (left === null && !level.next_in_hands) {
    return [];
  }
  const when = left ? minutes(left) : sayCount("hands", hands, { hands });
  return sayParts("next_level", { blinds, when: make("b", "", {}, when) });
}

/** How many are left in a tournament: "6 of 14 left". Empty: it is none. */
export function playersLeft(view) {
  const stands = view.tournament;
  return stands?.entries ? say("players_left", { left: stands.left, entries: stands.entries }) : "";
}

/** "Break in 31 minutes"; empty: none comes, or it is on. */
export function nextBreak(clocks) {
  const left = clocks.breakS;
  if (!left) {
    return "";
  }
  const whole = Math.ceil(left / 60);
  return sayCount("break_in", whole, { minutes: whole });
}
