/** The clock of a tournament: a minute more or less and the pause at once, levels and breaks asked first. */

import { make } from "../elements.js";
import { amount, minutes, say, stakes } from "../words.js";
import { live, makeKey, plate, title, warningOf } from "./parts.js";
import { ruleNow, ruleOn } from "./ruling.js";
import { lineOf, openNamed } from "./rulings.js";

/** @type {import("./places.js").Place} */
export const clockPlace = {
  name: "clock",
  isThere: ({ view }) => Boolean(view?.levels?.length),
  watches: ({ status, view }) => [status.open, status.paused, { ...view.level, next_in_s: null }, view.levels],
  draw: (page) => [title(say("place_clock")), clockPlate(page), warningOf(page), levelKeys(page), schedule(page), make("p", "quiet middle", {}, say("level_counts_from"))],
};

function clockPlate(page) {
  const { level } = page.view;
  const next = level.next ? make("p", "next-level", {}, `${say("next_level_is")} `, make("b", "", {}, stakes(level.next)), level.next.ante ? `, ${anteText(level.next)}` : "") : null;
  return plate("clock-plate", make("p", "label", {}, levelText(level)), make("p", "time", { role: "timer" }, timeLeft(page)), next, minuteKeys(page));
}

function levelText(level) {
  if (level.break) {
    return say("break");
  }
  const parts = [say("level_number", { level: level.number }), `${say("blinds")} ${stakes(level)}`];
  return [...parts, ...(level.ante ? [anteText(level)] : [])].join(" · ");
}

function anteText({ ante }) {
  return say("ante_of", { ante });
}

function timeLeft(page) {
  const { level } = page.view;
  if (level.next_in_s === null || level.next_in_s === undefined) {
    return level.next_in_hands ? say("in_hands", { count: level.next_in_hands }) : "–";
  }
  return live(() => minutes(page.clocks.levelS ?? 0));
}

/** At once: what the key says is the reason that is kept. */
function minuteKeys(page) {
  const { status } = page;
  const open = status.open.find((one) => one.ruling === "level" && one.fields.some(({ name }) => name === "minutes"));
  const still = openNamed(status, status.paused ? "go_on" : "pause");
  const minuteKey = (word, count) =>
    open ? makeKey(say(word), () => ruleNow(page, { ...lineOf(open, { minutes: count }), why: say(word).toLocaleLowerCase() }), "", { "data-id": word }) : null;
  const stillKey = still ? makeKey(say(status.paused ? "go_on" : "pause_play"), () => ruleNow(page, lineOf(still, {})), "stay", { "data-id": "pause" }) : null;
  return make("div", "minute-keys", {}, minuteKey("minute_less", -1), stillKey, minuteKey("minute_more", 1));
}

/** These ask first. */
function levelKeys(page) {
  const { open } = page.status;
  const { number } = page.view.level;
  const levels = open.filter((one) => one.ruling === "level" && one.values.to !== undefined);
  const pause = openNamed(page.status, "break");
  const keys = levels.map((one) =>
    makeKey(say(one.values.to < number ? "level_back" : "level_next"), () => ruleOn(page, one), "", { "data-id": `level-${one.values.to}` })
  );
  if (pause) {
    keys.push(makeKey(say(page.view.level.break ? "change_break" : "break_now"), () => ruleOn(page, pause), "", { "data-id": "break" }));
  }
  return keys.length ? make("div", "level-keys", {}, ...keys) : null;
}

function schedule(page) {
  const { level, levels } = page.view;
  const rows = levels.map((one, i) => {
    const isNow = i + 1 === level.number;
    const when = i + 1 < level.number ? say("level_done") : isNow && !level.break ? timeLeft(page) : "";
    return make(
      "tr",
      isNow ? "now" : "",
      { "aria-current": isNow ? "true" : null },
      make("th", "", { scope: "row" }, i + 1),
      make("td", "", {}, make("b", "", {}, stakes(one))),
      make("td", "", {}, one.ante ? amount(one.ante) : "–"),
      make("td", "when", {}, when)
    );
  });
  const head = ["level", "blinds", "ante", "level_time"].map((word) => make("th", "", { scope: "col" }, say(word)));
  return plate("schedule", make("table", "", {}, make("thead", "", {}, make("tr", "", {}, ...head)), make("tbody", "", {}, ...rows)));
}
