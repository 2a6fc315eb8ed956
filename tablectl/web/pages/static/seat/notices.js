/** What is heard, felt and read out: my turn, its last seconds, what became of a press. */

import { at, write } from "../elements.js";
import { standsStill } from "../shown.js";
import { say } from "../words.js";
import { saidOfClock } from "./plate.js";

/** Said at once, over whatever a screen reader says. */
export function alert(text) {
  write(at("alert"), text);
}

/** Said when a screen reader has time. */
export function speak(text) {
  write(at("spoken"), text);
}

/** What does not hold any more is not to be read either. */
function unsay(id, text) {
  if (text && at(id).textContent === text) {
    write(at(id), "");
  }
}

export class Notices {
  /** @param {import("./signals.js").Signals} signals */
  constructor(signals) {
    this.signals = signals;
    this.wasAsked = false;
    this.wasScene = "";
    this.lastSecond = Infinity; // of my turn, that was told
    this.turn = ""; // how my turn was told
    this.left = ""; // how its last seconds were
    this.byClock = ""; // what the clock did for me, as it was told
  }

  /**
   * @param {object} view
   * @param {number} seat
   * @param {import("./scene.js").Scene} scene
   * @returns {boolean} whether my turn begins
   */
  notice(view, seat, scene) {
    const begins = scene.isAsked && !this.wasAsked;
    const ends = !scene.isAsked && this.wasAsked;
    this.wasAsked = scene.isAsked;
    if (begins) {
      this.signals.give("my_turn");
      this.lastSecond = Infinity;
      this.turn = `${say("your_turn")}. ${view.prompt}`;
      alert(this.turn);
    } else if (ends) {
      unsay("alert", this.turn);
      unsay("spoken", this.left);
    }
    this.noticeClock(saidOfClock(view.seats[seat]));
    if (scene.name !== this.wasScene) {
      this.wasScene = scene.name;
      this.noticeScene(view, scene);
    }
    return begins;
  }

  /** @param {string} text what the clock did for me */
  noticeClock(text) {
    if (text && text !== this.byClock) {
      speak(text);
    }
    this.byClock = text;
  }

  noticeScene(view, scene) {
    if (scene.name === "halted") {
      this.signals.give("floor_needed");
      alert(view.irregularity?.what ?? view.prompt);
    } else if (scene.isWon) {
      this.signals.give("win");
    } else if (scene.isDue) {
      this.signals.give("chips_due");
    }
  }

  /** @param {boolean} counted */
  settle(counted) {
    this.signals.give(counted ? "counted" : "refused");
  }

  /** The clock of my turn runs. @param {number} seconds that are left */
  hearClock(view, seconds) {
    if (!this.wasAsked || standsStill(view) || seconds >= this.lastSecond) {
      return;
    }
    const half = Math.floor((view.clock_total_ms ?? 0) / 2000);
    const event = seconds <= 5 ? "last_five" : seconds <= 10 ? "last_ten" : seconds === half ? "half_clock" : "";
    if (event && seconds > 0 && this.lastSecond !== Infinity) {
      this.signals.give(event);
    }
    if ([5, 10].includes(seconds)) {
      this.left = say("my_seconds_left", { seconds });
      speak(this.left);
    }
    this.lastSecond = seconds;
  }
}
