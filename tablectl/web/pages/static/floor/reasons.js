/** Why something is ruled: reasons ready to touch, none of them chosen beforehand, or one's own. */

import { make } from "../elements.js";
import { say } from "../words.js";
import { label, makeKey } from "./parts.js";

const READY = ["mixed", "chips", "dealer", "agreed"];

export class Reasons {
  /** @param {{is_needed: boolean, most: number}} field @param {() => void} changed @param {string[]} ready */
  constructor(field, changed, ready = READY) {
    this.isNeeded = field.is_needed;
    this.chosen = "";
    this.changed = changed;
    this.own = make("input", "line-input", {
      type: "text",
      maxlength: field.most,
      "aria-label": say("say_why"),
      placeholder: say("say_why"),
      hidden: true,
    });
    this.own.addEventListener("input", changed);
    this.keys = [...ready, "other"].map((key) => [
      key,
      makeKey(say(`reason_${key}`), () => this.choose(key), "reason", { "aria-pressed": "false" }),
    ]);
    const word = say(this.isNeeded ? "why" : "why_optional");
    const group = make("div", "choices", { role: "group", "aria-label": word }, ...this.keys.map(([, key]) => key));
    this.element = make("div", "reasons", {}, label(word), group, this.own);
  }

  choose(key) {
    this.chosen = this.chosen === key ? "" : key;
    for (const [one, element] of this.keys) {
      element.setAttribute("aria-pressed", String(one === this.chosen));
    }
    this.own.hidden = this.chosen !== "other";
    if (this.chosen === "other") {
      this.own.focus();
    }
    this.changed();
  }

  /** What the journal keeps; empty: none was chosen. */
  get text() {
    if (!this.chosen) {
      return "";
    }
    return this.chosen === "other" ? this.own.value.trim() : say(`reason_${this.chosen}`).toLocaleLowerCase();
  }

  /** Whether what was chosen is enough to rule. */
  get isEnough() {
    return this.text !== "" || (!this.isNeeded && this.chosen !== "other");
  }
}
