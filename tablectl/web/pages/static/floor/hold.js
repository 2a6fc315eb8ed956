/**
 * A key that is held for a second. Let go before: nothing. By keyboard, switch or screen reader:
 * Enter, then Enter on "Do it" within five seconds.
 */

import { make, write } from "../elements.js";
import { say } from "../words.js";

const HOLD_MS = 1000;
const AGAIN_MS = 5000;
const GUARD_MS = 350; // a finger that was coming down when the key was drawn does not count

export class HoldKey {
  /** @param {string} word @param {() => void} does */
  constructor(word, does) {
    this.word = word;
    this.does = does;
    this.since = 0;
    this.askedAt = 0;
    this.drawnAt = performance.now();
    this.title = make("b", "", {}, word);
    this.hint = make("small", "", {}, say("one_second"));
    this.fill = make("span", "fill", { "aria-hidden": "true" });
    this.element = make("button", "key hold", { type: "button", "data-id": "hold" }, this.fill, this.title, this.hint);
    this.said = make("p", "only-read", { role: "status" });
    this.listen();
  }

  listen() {
    const { element } = this;
    element.addEventListener("pointerdown", (event) => this.press(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
      element.addEventListener(kind, () => this.letGo());
    }
    element.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("blur", () => this.rest());
    // a click without a pointer: a key, a switch, a screen reader
    element.addEventListener("click", (event) => event.detail === 0 && this.step());
  }

  press(event) {
    if (event.button !== 0 || this.element.disabled || performance.now() - this.drawnAt < GUARD_MS) {
      return;
    }
    this.since = performance.now();
    write(this.hint, say("keep_holding"));
    requestAnimationFrame(() => this.run());
  }

  run() {
    if (!this.since) {
      return;
    }
    const share = Math.min(1, (performance.now() - this.since) / HOLD_MS);
    this.fill.style.width = `${100 * share}%`;
    if (share === 1) {
      this.finish();
    } else {
      requestAnimationFrame(() => this.run());
    }
  }

  letGo() {
    if (this.since) {
      this.rest();
    }
  }

  /** Enter: the first asks, the second does it. */
  step() {
    if (this.element.disabled || this.since) {
      return;
    }
    if (this.askedAt && performance.now() - this.askedAt < AGAIN_MS) {
      this.finish();
      return;
    }
    this.askedAt = performance.now();
    write(this.title, say("do_it"));
    write(this.said, say("do_it_within"));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), AGAIN_MS);
  }

  finish() {
    this.rest();
    this.does();
  }

  /** As nobody had touched it. */
  rest() {
    clearTimeout(this.timer);
    this.since = 0;
    this.askedAt = 0;
    this.fill.style.width = "0";
    write(this.title, this.word);
    write(this.hint, say("one_second"));
    write(this.said, "");
  }

  /** @param {boolean} isOpen whether it takes a hold */
  allow(isOpen) {
    if (this.element.disabled === isOpen) {
      this.element.disabled = !isOpen;
      this.rest();
    }
  }
}
