/** What is heard, felt and read out: my turn, its last seconds, what became of a press. */

import { at, write } from "../elements.js";
import { standsStill } from "../shown.js";
import { say } from "../words.js";

/** Said at once, over whatever a screen reader says. */
export function alert(text) {
  write(at("alert"), text);
}

/** Said when a screen reader has time. */
export function speak(text) {
  write(at("spoken"), text);
}

export class Notices {
  /** @param {import("./signals.js").Signals} signals */
  constructor(signals) {
    this.signals = signals;
    this.wasAsked = false;
    this.wasScene = "";
    this.lastSecond = Infinity; // of my turn, that was told
  }

  /**
   * @param {object} view
   * @param {import("./scene.js").Scene} scene
   * @returns {boolean} whether my turn begins
   */
  notice(view, scene) {
    const begins = scene.isAsked && !this.wasAsked;
    this.wasAsked = scene.isAsked;
    if (begins) {
      this.signals.give("my_turn");
      this.lastSecond = Infinity;
      alert(`${say("my_your_turn")}. ${view.prompt}`);
    }
    if (scene.name !== this.wasScene) {
      this.wasScene = scene.name;
      this.noticeScene(view, scene);
    }
    return begins;
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
      speak(say("my_seconds_left", { seconds }));
    }
    this.lastSecond = seconds;
  }
}
