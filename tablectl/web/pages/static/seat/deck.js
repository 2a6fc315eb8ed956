/**
 * The deck: the lowest part of the page, where nothing but keys is ever touched.
 *
 * A key counts when the finger lifts on it. It takes no finger in its first moments, nor one that
 * was down before it was drawn; a key that turned into another one is a new key. There is one finger
 * at a time, and none while a press is on its way.
 */

import { fill, make } from "../elements.js";
import { KEY_MS } from "./keys.js";

/** @typedef {import("./keys.js").Drawn} Drawn */

const ORDER = ["stay", "up", "out", "back"]; // as a keyboard goes through them
const LEAST_SIZE = 0.8; // of words that are too long; then they take two lines
const POINTER_CLICK_MS = 1000;

export class Deck {
  /**
   * @param {HTMLElement} element
   * @param {{touched: (key: Drawn) => void, down: () => void}} does
   */
  constructor(element, does) {
    this.element = element;
    this.does = does;
    this.shown = new Map(); // by place: {key, button, from}
    this.finger = null; // {id, place, button}: one finger that is down on a key
    this.lastPointer = -Infinity;
    // letters may come late, or grow; the page may be turned
    this.sizes = new ResizeObserver(() => requestAnimationFrame(() => this.fit()));
    this.sizes.observe(element);
    element.addEventListener("pointerdown", (event) => this.pressDown(event));
    element.addEventListener("click", (event) => this.click(event));
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    document.addEventListener("pointermove", (event) => this.slide(event));
    document.addEventListener("pointerup", (event) => this.lift(event));
    document.addEventListener("pointercancel", (event) => this.leave(event));
  }

  get isEmpty() {
    return this.shown.size === 0;
  }

  /**
   * @param {string} question under another one all keys are new
   * @param {Drawn[]} keys
   * @param {string|null} pending the id of the key whose press is on its way
   */
  show(question, keys, pending) {
    const wanted = new Map(keys.map((key) => [key.place, key]));
    for (const [place, { button }] of this.shown) {
      if (!wanted.has(place)) {
        button.remove();
        this.shown.delete(place);
      }
    }
    for (const place of ORDER) {
      if (wanted.has(place)) {
        this.showKey(`${question} ${wanted.get(place).id}`, wanted.get(place));
      }
    }
    this.order();
    this.element.dataset.rows = this.rows().join(" ");
    for (const { key, button } of this.shown.values()) {
      const isIts = key.id === pending;
      button.classList.toggle("on-its-way", isIts);
      button.classList.toggle("faint", pending !== null && !isIts);
      button.setAttribute("aria-disabled", String(pending !== null));
    }
    this.fit();
    this.isInert = pending !== null;
  }

  fit() {
    for (const { button } of this.shown.values()) {
      fitWords(button);
    }
  }

  rows() {
    const places = [...this.shown.keys()];
    const up = places.some((place) => place === "up" || place === "back");
    const low = places.some((place) => place === "out" || place === "stay");
    return [up ? "upper" : "", low ? "lower" : "", places.includes("back") ? "split" : ""].filter(
      Boolean
    );
  }

  showKey(id, key) {
    const before = this.shown.get(key.place);
    if (before?.id === id) {
      if (JSON.stringify(before.key) !== JSON.stringify(key)) {
        this.write(before.button, key); // the same key with another amount, chosen here
        before.key = key;
      }
      return;
    }
    const button = make("button", "", { type: "button" });
    this.write(button, key);
    button.classList.add("arming");
    if (before) {
      before.button.replaceWith(button);
    } else {
      this.element.append(button);
    }
    const guardMs = key.guardMs ?? KEY_MS;
    setTimeout(() => button.classList.remove("arming"), guardMs);
    this.shown.set(key.place, { id, key, button, from: performance.now() });
  }

  write(button, key) {
    writeKey(button, key);
    this.sizes.observe(button.firstElementChild);
  }

  /** A screen reader and the tab key go through them in this order. */
  order() {
    const buttons = ORDER.flatMap((place) => this.shown.get(place)?.button ?? []);
    const isInOrder = buttons.every((button, i) => this.element.children[i] === button);
    if (!isInOrder) {
      this.element.append(...buttons);
    }
  }

  takesFinger(place) {
    const { key, from } = this.shown.get(place);
    return !this.isInert && performance.now() - from >= (key.guardMs ?? KEY_MS);
  }

  placeOf(target) {
    const button = target.closest?.("button");
    return ORDER.find((place) => this.shown.get(place)?.button === button) ?? null;
  }

  pressDown(event) {
    this.lastPointer = performance.now();
    const place = this.placeOf(event.target);
    if (this.finger || !place || event.button !== 0 || !this.takesFinger(place)) {
      return;
    }
    const { button } = this.shown.get(place);
    this.finger = { id: event.pointerId, place, button };
    button.classList.add("down");
    this.does.down();
  }

  slide(event) {
    if (event.pointerId === this.finger?.id) {
      this.finger.button.classList.toggle("down", isOver(this.finger.button, event));
    }
  }

  lift(event) {
    this.lastPointer = performance.now(); // a click that follows is this finger's, however long it was down
    if (event.pointerId !== this.finger?.id) {
      return;
    }
    const { place, button } = this.finger;
    this.leave(event);
    if (this.shown.get(place)?.button === button && isOver(button, event)) {
      this.touch(place);
    }
  }

  leave(event) {
    if (event.pointerId === this.finger?.id) {
      this.finger.button.classList.remove("down");
      this.finger = null;
    }
  }

  /** Enter, a switch or a screen reader: a click that no finger made. */
  click(event) {
    const place = this.placeOf(event.target);
    const isOfPointer = performance.now() - this.lastPointer < POINTER_CLICK_MS;
    if (place && !this.finger && !(isOfPointer && event.detail > 0) && this.takesFinger(place)) {
      this.touch(place);
    }
  }

  touch(place) {
    if (!this.isInert) {
      this.does.touched(this.shown.get(place).key);
    }
  }
}

/** @param {HTMLElement} button @param {Drawn} key */
function writeKey(button, key) {
  const arming = button.classList.contains("arming") ? " arming" : "";
  button.className = `key place-${key.place} look-${key.look}${key.figure ? " has-figure" : ""}${arming}`;
  fill(
    button,
    make("span", "word", {}, key.word),
    key.figure ? make("b", "figure", {}, key.figure) : null,
    key.note ? make("span", "note", {}, key.note) : null
  );
  button.setAttribute("aria-label", nameOfKey(key));
}

/** "Call 1,200": capitals are for eyes; a reader would spell them. */
export function nameOfKey(key) {
  const word = key.word[0] + key.word.slice(1).toLocaleLowerCase(document.documentElement.lang);
  return [word, key.figure, key.note].filter(Boolean).join(" ");
}

/** Words that are too long become smaller, and then break in two lines; never are they cut. */
function fitWords(button) {
  button.style.removeProperty("--size");
  button.classList.remove("two-lines");
  const size = shrink(button, 1, LEAST_SIZE);
  button.classList.toggle("two-lines", isTooWide(button));
  shrink(button, size, 0.3);
}

function shrink(button, from, least) {
  let size = from;
  while (isTooWide(button) && size > least) {
    size -= 0.05;
    button.style.setProperty("--size", size.toFixed(2));
  }
  return size;
}

function isTooWide(button) {
  return button.scrollWidth > button.clientWidth || button.scrollHeight > button.clientHeight;
}

function isOver(button, event) {
  const box = button.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
