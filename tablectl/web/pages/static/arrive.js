/**
 * How a phone comes to its seat: by the key of a code that it has read, or because it has it
 * already. Until then the seat's page is not shown.
 */

import { askTable } from "./api.js";
import { Clocks } from "./clocks.js";
import { fill, make } from "./elements.js";
import { handScreen, moveTurnClock, takeScreen, turnOf, waitScreen } from "./pair_screens.js";
import { pairByKey, pairingOf, recall, takeKeyOfAddress } from "./pairing.js";
import { wearTheme } from "./settings.js";
import { layFelt } from "./shown.js";
import { followTable } from "./table.js";
import { say, setLanguage } from "./words.js";

const TICK_MS = 250;

/** The key is taken out of the address before anything else is done. */
let key = takeKeyOfAddress();
window.addEventListener("hashchange", () => location.reload()); // another code was read here

/**
 * Resolves when this phone has the seat.
 * @param {number} seat
 * @param {HTMLElement} page what is hidden until then
 */
export function arrive(seat, page) {
  const table = recall("tablectl.table");
  if (!key && table && pairingOf(table, seat)) {
    return Promise.resolve();
  }
  page.hidden = true;
  const root = make("main", "pairing");
  document.body.prepend(root);
  return new Promise((resolve) => new Arrival(seat, root, resolve)).then(() => {
    root.remove();
    page.hidden = false;
  });
}

class Arrival {
  constructor(seat, root, resolve) {
    this.seat = seat;
    this.root = root;
    this.resolve = resolve;
    this.view = null;
    this.table = "";
    this.refusal = "";
    this.isTaking = false;
    this.hasSeat = false;
    this.hasDigits = false; // whether they open a seat at this table
    this.isAsked = false;
    this.drawn = "";
    wearTheme();
    this.stream = followTable(() => "/stream", {
      hello: (hello) => this.greet(hello),
      view: (view, ageMs) => this.take(view, ageMs),
      lost: (isLost) => this.lose(isLost),
    });
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  greet(hello) {
    setLanguage(hello);
    this.table = hello.table;
    this.hasDigits = hello.digits;
    document.title = hello.table;
    if (!key && pairingOf(hello.table, this.seat)) {
      this.finish();
    }
  }

  take(view, ageMs) {
    this.view = view;
    this.clocks = new Clocks(view, ageMs);
    layFelt(view);
    this.draw();
  }

  lose(isLost) {
    this.refusal = isLost ? say("lost") : "";
    this.draw();
  }

  tick() {
    if (this.clocks) {
      moveTurnClock(this.root, this.clocks);
    }
  }

  finish() {
    clearInterval(this.timer);
    this.stream.close();
    this.resolve();
  }

  /** Anew only where something else is to be seen: nothing changes under a finger. */
  draw() {
    if (!this.view || !this.table) {
      return;
    }
    const { name, stack, points, phone, wants_phone: wants } = this.view.seats[this.seat] ?? {};
    const seen = [name, stack, points, Boolean(phone), wants, this.refusal, this.hasSeat, this.isAsked, key, turnOf(this.view, this.seat)];
    if (JSON.stringify(seen) !== this.drawn) {
      this.drawn = JSON.stringify(seen);
      fill(this.root, ...this.screen());
      this.tick();
    }
  }

  redraw() {
    this.drawn = "";
    this.draw();
  }

  screen() {
    const { seat, view, refusal } = this;
    if (this.hasSeat) {
      return handScreen({ seat, view, done: () => this.finish(), redraw: () => this.redraw() });
    }
    if (key) {
      return takeScreen({ seat, view, refusal, take: () => this.takeSeat() });
    }
    const hasPhone = Boolean(view.seats[seat]?.phone);
    const text = say(this.isAsked ? "asked" : hasPhone ? "has_phone" : this.hasDigits ? "scan_the_code" : "scan_only", { number: seat });
    const ask = hasPhone && !this.isAsked ? () => this.ask() : null;
    return waitScreen({ seat, view, text, refusal, hasDigits: this.hasDigits, ask });
  }

  /** The key is spent by this touch, and by nothing before it. */
  async takeSeat() {
    if (this.isTaking) {
      return;
    }
    this.isTaking = true;
    const answer = await pairByKey(this.table, this.seat, key);
    this.isTaking = false;
    this.hasSeat = answer.ok;
    this.refusal = answer.ok ? "" : answer.text;
    if (answer.ok || !["lost", "table_lost", "too_many"].includes(answer.code)) {
      key = ""; // it opens nothing any more
    }
    this.draw();
  }

  async ask() {
    const answer = await askTable("ask_seat", { seat: this.seat });
    this.isAsked = answer.ok;
    this.refusal = answer.ok ? "" : answer.text;
    this.draw();
  }
}
