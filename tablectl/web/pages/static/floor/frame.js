/** What stands around each place: head, tabs or rail, the band of a halt, and the columns. */

import { at, fill, make, write } from "../elements.js";
import { layFelt } from "../shown.js";
import { minutes, say, sayParts } from "../words.js";
import { icon } from "./icons.js";
import { morePlace } from "./more.js";
import { refill, sentence, warningOf } from "./parts.js";
import { placesOf } from "./places.js";
import { seatsBeside } from "./seats.js";
import { lastPlate } from "./status.js";
import { standstillOf } from "./wrong.js";

const besideAll = { draw: (page) => [seatsBeside(page), lastPlate(page.status)] };
const besideLast = { draw: (page) => [lastPlate(page.status)] };
const drawn = new Map(); // by column: what stands in it, and what that was drawn of

/** @param {import("./page.js").Page} page */
export function drawFrame(page) {
  const { status, view } = page;
  if (view) {
    layFelt(view);
  }
  fill(at("who"), ...whoParts(page));
  at("lock-word").className = page.isDesk ? "" : "only-read";
  write(at("hand"), whereInHand(page));
  write(at("alert"), saidAtOnce(page));
  drawBand(page);
  drawNav(page);
  const { isSplit, top } = page;
  at("page").classList.toggle("is-split", isSplit);
  at("page").classList.toggle("is-covered", Boolean(top?.isCovering));
  const place = page.place === morePlace.name ? morePlace : page.whereNow;
  const second = besideOf(page, place);
  at("page").classList.toggle("is-wide", page.isDesk && !second);
  drawColumn(at("first"), isSplit ? place : (top ?? place), page);
  drawColumn(at("second"), second, page);
}

/** Each column is drawn anew at the next drawing. */
export function forgetDrawn() {
  drawn.clear();
  for (const id of ["first", "second", "nav"]) {
    fill(at(id));
  }
}

/** A phone has room for the name. */
function whoParts({ who, isDesk }) {
  return sayParts("has_the_floor", { name: make("b", "", {}, who) }).map((part) =>
    typeof part === "string" ? make("span", isDesk ? "" : "only-read", {}, part) : part
  );
}

/** "Hand 12 · the turn" */
function whereInHand({ status, view }) {
  const street = status.phase === "betting" && view?.street ? say(view.street).toLocaleLowerCase() : "";
  return [status.hand ? say("hand", { hand: status.hand }) : "", street].filter(Boolean).join(" · ");
}

/** While play cannot go on, in every place: what keeps it, and for how long where that is known. */
export function drawBand(page) {
  const { status, view, ageS } = page;
  const stop = status && standstillOf(status, view);
  at("band").hidden = !stop;
  if (stop) {
    const { sign, what, forS } = stop;
    write(at("band-sign"), `⚠ ${sign}`);
    write(at("band-what"), what);
    write(at("band-time"), forS === null ? "" : minutes(Math.floor(forS + ageS)));
  }
}

/** Read out as soon as play stands still. */
function saidAtOnce({ status, view }) {
  const stop = standstillOf(status, view);
  return stop ? sentence(status.wrong?.what ?? stop.what) : "";
}

// Tabs, and the rail

function drawNav(page) {
  const places = placesOf(page);
  const isOther = (one) => !one.isTab;
  const others = places.filter(isOther).reduce((sum, one) => sum || one.count?.(page) || 0, 0);
  const lines = places.map((one) => ({ name: one.name, count: one.count?.(page) ?? 0, classes: one.isTab ? "" : "on-desk" }));
  if (places.some(isOther)) {
    lines.push({ name: morePlace.name, count: others, classes: "on-phone" });
  }
  const isMore = places.find((one) => one.name === page.place)?.isTab ? false : page.place !== morePlace.name;
  const key = JSON.stringify([lines, page.place, document.documentElement.lang]);
  if (drawn.get("nav") === key) {
    return;
  }
  drawn.set("nav", key);
  refill(at("nav"), lines.map((line) => placeKey(line, page, line.name === page.place || (isMore && line.name === morePlace.name))));
}

function placeKey({ name, count, classes }, page, isHere) {
  const badge = count ? make("span", "badge", {}, count) : null;
  const key = make(
    "button",
    `place ${classes}`,
    { type: "button", "data-id": `place-${name}`, "aria-current": isHere ? "page" : null },
    icon(name),
    make("span", "word", {}, say(`place_${name}`)),
    badge
  );
  key.addEventListener("click", () => page.go(name));
  return key;
}

// Columns

function besideOf(page, place) {
  if (!page.isDesk) {
    return null;
  }
  if (page.isSplit) {
    return page.top ?? besideAll;
  }
  if (place.beside === "last" && page.top) {
    return besideAll; // the seats are no longer in the other column
  }
  return { all: besideAll, last: besideLast, none: null }[place.beside ?? "all"];
}

/** What is there already, and of the same, stays as it is. */
function drawColumn(column, screen, page) {
  const before = drawn.get(column.id);
  column.hidden = !screen;
  if (!screen) {
    fill(column);
    drawn.delete(column.id);
    return;
  }
  if (screen.parts) {
    if (before?.screen !== screen) {
      fill(column, ...screen.parts);
    }
    drawn.set(column.id, { screen });
    return;
  }
  const key = JSON.stringify([screen.watches ? screen.watches(page) : watched(page), page.refusal, document.documentElement.lang]);
  if (before?.screen !== screen || before.key !== key) {
    drawn.set(column.id, { screen, key });
    refill(column, screen.draw(page));
    if (column.id === "first" && page.refusal && !column.querySelector(".warning:not(:empty)")) {
      column.prepend(warningOf(page)); // it was asked in another place
    }
  }
}

/** What changes with each second is written by itself (parts.js: live). */
const SECONDS = new Set(["for_s", "left_ms", "break_left_ms", "heard_ms", "clock_left_ms"]);
const WHETHER = new Set(["silent_ms", "away_s"]);

function watched({ status, view }) {
  const steady = JSON.stringify(status, (key, value) => {
    if (SECONDS.has(key)) {
      return undefined;
    }
    return WHETHER.has(key) ? value !== null : value;
  });
  return [steady, view?.board, view?.pot_total, view?.ask, view?.lost];
}
