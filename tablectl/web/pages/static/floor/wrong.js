/** What is wrong at the table, in sentences: halts and holds first, then chips, devices and the Pi. */

import { say } from "../words.js";
import { nameIn, sentence } from "./parts.js";
import { isDiffering } from "./seats.js";

/**
 * What keeps play from going on, as the board has it: a case, then a lock, then a hold or a seat
 * that is lost at its turn. Null: nothing does.
 * @returns {{sign: string, what: string, forS: number|null}|null}
 */
export function standstillOf({ wrong, lock, hold, phase, headline, prompt }, view) {
  const held = lock ?? hold ?? view?.lost;
  if (wrong || phase === "halted") {
    const sign = wrong?.number ? say("halted_case", { number: wrong.number }) : say("halted");
    const other = lock ?? hold;
    return { sign, what: other?.what ?? (wrong ? "" : headline || prompt), forS: wrong?.for_s ?? null };
  }
  return held ? { sign: say(lock ? "locked" : "on_hold"), what: held.what, forS: null } : null;
}

/** @returns {string[]} sentences; none: nothing is wrong */
export function allThatIsWrong(status, view) {
  return [...standstills(status, view), ...chipFaults(status), ...deviceFaults(status), ...piFaults(status)];
}

function standstills(status, view) {
  const { wrong, lock, hold, phase, headline, prompt } = status;
  const found = [lock, hold].filter(Boolean).map((one) => `${sentence(one.what)} ${one.clears}`);
  if (wrong) {
    found.unshift(sentence(wrong.what));
  } else if (phase === "halted") {
    found.unshift(sentence(headline || prompt || say("table_needs_floor")));
  }
  if (view?.lost) {
    found.push(sentence(view.lost.what));
  }
  return found;
}

/** Stacks that are not what is counted: as the table compares them between hands, and as each seat says. */
function chipFaults({ stacks, seats, unsensed, names }) {
  const known = new Set(stacks.map(({ seat }) => seat));
  const more = seats.filter((one) => isDiffering(one) && !known.has(one.number));
  const all = [...stacks, ...more.map(({ number, sensed, stack }) => ({ seat: number, sensed, ledger: stack }))];
  const differing = all.map((one) => say("stack_differs", { name: nameIn(names, one.seat), ...one }));
  return [...differing, ...unsensed.map((seat) => say("not_sensed", { name: nameIn(names, seat) }))];
}

function deviceFaults({ devices }) {
  return devices.flatMap((one) => {
    const { name, why, not_believed: doubt, silent_ms: silent, is_heard: isHeard } = one;
    const found = [];
    if (!isHeard) {
      found.push(why ? sentence(say("device_is_lost", { name, why: why.replace(/\.$/, "") })) : say("device_lost", { name }));
    } else if (silent !== null) {
      found.push(say("silent_for", { name, seconds: Math.round(silent / 1000) }));
    }
    return doubt ? [...found, sentence(say("not_believed", { name, why: String(doubt) }))] : found;
  });
}

function piFaults({ troubles, mirror, unused }) {
  return [...troubles, ...(mirror ? [mirror] : []), ...unused].map((one) => sentence(one.finding));
}
