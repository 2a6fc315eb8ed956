/** The clock of a tournament: a minute more or less and the pause at once, levels and breaks asked first. */

import { make } from "../elements.js";
import { minutes, say } from "../words.js";
import { live, makeKey, plate, title, warningOf } from "./parts.js";
import { ruleNow, ruleOn, stillKey } from "./ruling.js";
import { lineOf, openNamed } from "./rulings.js";

/** @type {import("./places.js").Place} */
export const clockPlace = {
  name: "clock",
  isThere: ({ status }) => Boolean(status.clock),
  draw: (page) => [title(say("place_clock")), clockPlate(page), warningOf(page), levelKeys(page), schedule(page), make("p", "quiet middle", {}, say("level_counts_from"))],
};

function clockPlate(page) {
  const { clock } = page.status;
  const next = clock.next ? make("p", "next-level", {}, `${say("next_level_is")} `, make("b", "", {}, clock.next)) : null;
  return plate("clock-plate", make("p", "label", {}, levelText(clock)), make("p", "time", { role: "timer" }, timeLeft(page)), next, minuteKeys(page));
}

/** "LEVEL 4 · BLINDS 100 / 200", or that there is a break. */
function levelText({ level, blinds, break_left_ms: breakLeft }) {
  return breakLeft === null ? `${say("level_number", { level })} · ${say("blinds")} ${blinds}` : say("break");
}

function timeLeft(page) {
  const { left_ms: left, break_left_ms: breakLeft, left_hands: hands } = page.status.clock;
  if (left === null && breakLeft === null) {
    return hands ? say("in_hands", { count: hands }) : "–";
  }
  return live(() => minutes(secondsLeft(page)));
}

/** As of now: the clock may stand. */
function secondsLeft({ status, ageS }) {
  const { left_ms: left, break_left_ms: breakLeft, is_running: runs } = status?.clock ?? {};
  return Math.max(0, (breakLeft ?? left ?? 0) / 1000 - (runs || breakLeft !== null ? ageS : 0));
}

/** At once: what the key says is the reason that is kept. */
function minuteKeys(page) {
  const { status } = page;
  const open = status.open.find((one) => one.ruling === "level" && one.fields.some(({ name }) => name === "minutes"));
  const minuteKey = (word, count) =>
    open ? makeKey(say(word), () => ruleNow(page, { ...lineOf(open, { minutes: count }), why: say(word).toLocaleLowerCase() }), "", { "data-id": word }) : null;
  return make("div", "minute-keys", {}, minuteKey("minute_less", -1), stillKey(page, "stay"), minuteKey("minute_more", 1));
}

/** These ask first. */
function levelKeys(page) {
  const { open, clock } = page.status;
  const levels = open.filter((one) => one.ruling === "level" && one.values.to !== undefined);
  const pause = openNamed(page.status, "break");
  const keys = levels.map((one) =>
    makeKey(say(one.values.to < clock.level ? "level_back" : "level_next"), () => ruleOn(page, one), "", { "data-id": `level-${one.values.to}` })
  );
  if (pause) {
    keys.push(makeKey(say(clock.break_left_ms === null ? "break_now" : "change_break"), () => ruleOn(page, pause), "", { "data-id": "break" }));
  }
  return keys.length ? make("div", "level-keys", {}, ...keys) : null;
}

function schedule(page) {
  const { clock } = page.status;
  const rows = clock.levels.flatMap((one) => [levelRow(page, one), one.break_minutes ? breakRow(page, one) : null]);
  const head = ["level", "blinds", "level_time"].map((word) => make("th", "", { scope: "col" }, say(word)));
  return plate("schedule", make("table", "", {}, make("thead", "", {}, make("tr", "", {}, ...head)), make("tbody", "", {}, ...rows.filter(Boolean))));
}

function levelRow(page, { level, blinds, minutes: count, hands }) {
  const { clock } = page.status;
  const length = count ? say("in_minutes", { count }) : hands ? say("in_hands", { count: hands }) : "–";
  const isNow = level === clock.level && clock.break_left_ms === null;
  const isDone = level < clock.level || (level === clock.level && !isNow);
  return scheduleRow(level, make("b", "", {}, blinds), isDone ? say("level_done") : isNow ? timeLeft(page) : length, isNow);
}

function breakRow(page, { level, break_minutes: count }) {
  const { clock } = page.status;
  const isNow = level === clock.level && clock.break_left_ms !== null;
  return scheduleRow("", say("break_row"), level < clock.level ? say("level_done") : isNow ? timeLeft(page) : say("in_minutes", { count }), isNow);
}

function scheduleRow(number, what, when, isNow) {
  return make("tr", isNow ? "now" : "", { "aria-current": isNow ? "true" : null }, make("th", "", { scope: "row" }, number), make("td", "", {}, what), make("td", "when", {}, when));
}
