/** Clocks that run on between two views. */

import { standsStill } from "./shown.js";

export class Clocks {
  /**
   * @param {object} view
   * @param {number} ageMs how long its clocks have run already
   */
  constructor(view, ageMs = 0) {
    this.view = view;
    this.since = performance.now() - ageMs;
    const isBreak = Boolean(view.level?.break && view.paused && !view.hold && !view.lock);
    this.areStopped = standsStill(view);
    this.isLevelStopped = this.areStopped && !isBreak;
  }

  get passedMs() {
    return Math.max(0, performance.now() - this.since);
  }

  /** Whole seconds of whoever is asked; null: no clock runs. */
  get turnS() {
    const { clock_left_ms: left, to_act: toAct, waiting_for: waits, phase } = this.view;
    const isAsked = toAct || waits === "bets" || phase === "deciding";
    if (left === null || left === undefined || !isAsked) {
      return null;
    }
    return Math.ceil(Math.max(0, left - (this.areStopped ? 0 : this.passedMs)) / 1000);
  }

  /** What is left of that clock, 0 to 1. */
  get turnShare() {
    const { clock_left_ms: left, clock_total_ms: total } = this.view;
    return Math.min(1, ((this.turnS ?? 0) * 1000) / Math.max(total ?? 0, left ?? 0, 1));
  }

  /** Seconds to the next level, or to the end of the break; null: it goes by hands, or to the end. */
  get levelS() {
    return this.left(this.view.level?.next_in_s, this.isLevelStopped);
  }

  /** Seconds to the next break. */
  get breakS() {
    return this.left(this.view.tournament?.break_in_s, this.isLevelStopped);
  }

  /** Seconds to the next hand. */
  get nextHandS() {
    return this.left(this.view.next_hand_in_s, false);
  }

  left(seconds, isStopped) {
    if (seconds === null || seconds === undefined) {
      return null;
    }
    return Math.max(0, seconds - (isStopped ? 0 : Math.floor(this.passedMs / 1000)));
  }
}
