/** The panel in which an amount is chosen: figure, slider, steps, keypad. */

import { fill, make, write } from "../elements.js";
import {
  SLIDER_END,
  amountAt,
  belowTheEnd,
  factsOf,
  placeOnSlider,
  setAmount,
  stepBy,
  typeDigit,
  whyNot,
} from "./amount.js";
import { isAllIn, wordOf } from "./keys.js";
import { amount, say } from "../words.js";

const END_MS = 200; // the end of the slider waits so long before it is all-in
const HELD_MS = 400; // minus and plus that are held go on by themselves
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "erase"];

/** @typedef {import("./amount.js").Draft} Draft */
/** @typedef {import("./keys.js").ViewKey} ViewKey */

export class Chooser {
  /**
   * @param {HTMLElement} element
   * @param {{changed: (draft: Draft) => void, reachedEnd: () => void, passedBlind: () => void}} does
   */
  constructor(element, does) {
    this.element = element;
    this.does = does;
    this.drawnAs = "";
    this.held = 0; // the timer of a minus or plus that is held
    this.isDragging = false;
    this.end = 0; // the timer of the slider's end
    for (const name of ["pointerup", "pointercancel"]) {
      document.addEventListener(name, () => this.letGo());
    }
    element.addEventListener("keydown", (event) => this.typed(event));
  }

  /**
   * @param {Draft|null} draft
   * @param {ViewKey} [key]
   * @param {{bet: number, stack: number, toCall: number, bigBlind: number}} [own]
   */
  show(draft, key, own) {
    this.element.hidden = !draft;
    if (!draft) {
      this.drawnAs = "";
      this.letGo();
      clearTimeout(this.end);
      return;
    }
    this.draft = draft;
    this.key = key;
    this.own = own;
    const typing = draft.typed !== null;
    const drawnAs = `${typing} ${draft.isOpened} ${key.key} ${JSON.stringify(key.steps ?? [])}`;
    if (drawnAs !== this.drawnAs) {
      this.drawnAs = drawnAs;
      this.letGo();
      this.element.classList.toggle("digits", typing);
      this.element.classList.toggle("plain", draft.isOpened === true);
      fill(this.element, ...(typing ? this.drawKeypad() : this.drawSlider()));
    }
    this.write();
  }

  change(draft) {
    const blind = this.own.bigBlind || Infinity;
    if (Math.floor(draft.amount / blind) !== Math.floor(this.draft.amount / blind)) {
      this.does.passedBlind();
    }
    this.draft = draft;
    this.does.changed(draft);
  }

  // What is drawn

  drawSlider() {
    this.figure = make("output", "figure");
    this.facts = make("p", "facts", { id: "facts" });
    this.slider = make("input", "slider", {
      type: "range",
      min: 0,
      max: SLIDER_END,
      step: 1,
      "aria-label": say("my_amount"),
      "aria-describedby": "facts",
    });
    this.slider.addEventListener("pointerdown", () => {
      this.isDragging = true;
    });
    this.slider.addEventListener("input", () => this.slid());
    this.slider.addEventListener("keydown", (event) => this.arrow(event));
    this.steps = (this.key.steps ?? []).map((step) => this.drawStep(step));
    const minus = this.holdable("minus", "−", say("my_less"), -1);
    const plus = this.holdable("plus", "+", say("my_more"), 1);
    if (this.draft.isOpened) {
      this.slider = null;
      this.steps = [];
      const named = make("span", "label", {}, wordOf(this.key));
      return [minus, make("span", "named", {}, named, this.figure), plus];
    }
    return [
      minus,
      this.figure,
      plus,
      this.facts,
      make("span", "track", {}, ...this.ticks(), this.slider),
      this.small("keypad", say("my_digits_key"), () => this.toDigits(), ...dots()),
      make("div", "steps", { role: "group", "aria-label": say("my_amounts") }, ...this.steps),
    ];
  }

  ticks() {
    return (this.key.steps ?? []).map((step) => {
      const tick = make("i", "tick");
      tick.style.setProperty("--at", placeOnSlider(this.key, step.amount) / SLIDER_END);
      return tick;
    });
  }

  drawStep(step) {
    const button = this.small(
      isAllIn(this.key, step.amount) ? "step all-in" : "step",
      `${step.word} ${amount(step.amount)}`,
      () => this.change(setAmount(this.draft, step.amount)),
      make("span", "word", {}, step.word),
      make("b", "", {}, amount(step.amount))
    );
    button.dataset.amount = step.amount;
    return button;
  }

  drawKeypad() {
    this.figure = make("output", "figure caret");
    this.facts = make("p", "facts", { id: "facts" });
    this.slider = null;
    this.steps = [];
    const keys = DIGITS.map((digit) => {
      const word = digit === "clear" ? say("my_clear") : digit === "erase" ? "⌫" : digit;
      const name = digit === "erase" ? say("my_erase") : word;
      return this.small(`digit ${digit}`, name, () => this.type(digit), word);
    });
    return [
      this.figure,
      this.small("slide-key", say("my_slide"), () => this.toSlider(), say("my_slide")),
      this.facts,
      make("div", "pad", { role: "group", "aria-label": say("my_digits_key") }, ...keys),
    ];
  }

  small(classes, name, does, ...children) {
    const button = make("button", `key small-key ${classes}`, { type: "button", "aria-label": name }, ...children);
    button.addEventListener("click", does);
    return button;
  }

  holdable(classes, sign, name, direction) {
    const button = this.small(classes, name, () => {}, sign);
    const once = () => this.change(stepBy(this.draft, this.key, direction));
    button.addEventListener("pointerdown", () => {
      this.letGo();
      once();
      this.held = setTimeout(() => this.goOn(once, 0), HELD_MS);
    });
    button.addEventListener("click", (event) => event.detail === 0 && once());
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    return button;
  }

  goOn(once, times) {
    once();
    this.held = setTimeout(() => this.goOn(once, times + 1), Math.max(30, 140 - 10 * times));
  }

  letGo() {
    clearTimeout(this.held);
    this.isDragging = false;
  }

  // What is written

  write() {
    const { draft, key } = this;
    const wrong = whyNot(draft, key);
    const facts = factsOf(key, draft.amount, this.own).join(" · ");
    const typing = draft.typed !== null;
    write(this.figure, typing && draft.typed === "" ? "" : amount(draft.amount));
    write(this.facts, wrong ? `✕ ${wrong}` : typing && draft.typed === "" ? "" : facts);
    this.facts.classList.toggle("wrong", wrong !== "");
    this.figure.toggleAttribute("aria-invalid", wrong !== "");
    if (this.slider) {
      const at = placeOnSlider(key, draft.amount);
      if (!this.isDragging) {
        this.slider.value = String(at);
      }
      this.slider.parentElement.style.setProperty("--at", String(at / SLIDER_END));
      this.slider.classList.toggle("all-in", isAllIn(key, draft.amount));
      this.slider.setAttribute("aria-valuetext", [amount(draft.amount), wrong || facts].join(", "));
      this.slider.setAttribute("aria-invalid", String(wrong !== ""));
    }
    for (const step of this.steps) {
      step.classList.toggle("chosen", Number(step.dataset.amount) === draft.amount);
    }
  }

  // What is done

  slid() {
    clearTimeout(this.end);
    const at = Number(this.slider.value);
    if (at < SLIDER_END) {
      this.change(setAmount(this.draft, amountAt(this.key, at)));
    } else if (this.draft.amount !== this.key.most) {
      this.change(setAmount(this.draft, belowTheEnd(this.key)));
      this.end = setTimeout(() => this.reachEnd(), END_MS);
    }
  }

  reachEnd() {
    if (!this.element.hidden) {
      this.change(setAmount(this.draft, this.key.most));
      this.does.reachedEnd();
    }
  }

  arrow(event) {
    const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (direction) {
      event.preventDefault();
      this.change(stepBy(this.draft, this.key, direction));
    }
  }

  type(digit) {
    this.change(typeDigit(this.draft, digit));
  }

  typed(event) {
    const digit = { Backspace: "erase", Delete: "clear" }[event.key] ?? event.key;
    if (DIGITS.includes(digit) && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.type(digit);
      this.element.querySelector(".pad button")?.focus();
    }
  }

  toDigits() {
    this.change({ ...this.draft, typed: "" });
    this.element.querySelector(".pad button").focus({ preventScroll: true });
  }

  /** Back to the slider, which has no place for an amount that is not accepted. */
  toSlider() {
    const { amount: least, most } = this.key;
    const chosen = Math.min(most, Math.max(least, this.draft.amount));
    this.change({ ...this.draft, amount: chosen, typed: null });
    this.element.querySelector(".slider").focus({ preventScroll: true });
  }
}

function dots() {
  return Array.from({ length: 9 }, () => make("i"));
}
