/**
 * The floor's page: what it knows of the table, in which place it is, and what is opened over that
 * place, one over the other. Escape and the browser's back button are BACK.
 */

import { Clocks } from "../clocks.js";
import { at } from "../elements.js";
import { placesOf } from "./places.js";

/**
 * What is opened over a place: drawn as a screen is, or parts that stay as they are.
 * @typedef {object} Layer
 * @property {(page: Page) => (Node|null)[]} [draw]
 * @property {(page: Page) => any} [watches] as of a Screen
 * @property {Node[]} [parts]
 * @property {boolean} [isCovering] on a phone it covers the tabs
 * @property {boolean} [isOfRuling] it closes when the ruling is done to which it led
 * @property {() => void} [take] a status has come
 * @property {() => void} [takeView] a view has come
 * @property {() => void} [close]
 * @property {boolean} [isSplit] it was opened beside the case
 */

const TABLE = "table";
const DESK = matchMedia("(min-width: 68.75em)");
const TOUCHED_MS = 3000; // a finger that rests longer holds nothing up

export class Page {
  /** @param {(page: Page) => void} drawAll */
  constructor(drawAll) {
    this.drawAll = drawAll;
    this.touchedAt = 0;
    this.hasHands = false; // the table's story is read
    this.entry = entryNow().entry;
    this.forget();
    DESK.addEventListener("change", () => this.draw());
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("pointerdown", () => (this.touchedAt = performance.now()), true);
    for (const kind of ["pointerup", "pointercancel"]) {
      document.addEventListener(kind, () => setTimeout(() => this.letGo()), true);
    }
    addEventListener("popstate", () => this.goBackInHistory());
  }

  /** As nobody had signed in. */
  forget() {
    this.layers?.forEach((layer) => layer.close?.());
    Object.assign(this, { status: null, statusAt: 0, view: null, clocks: null, who: "", place: TABLE, layers: [], refusal: "" });
  }

  get isDesk() {
    return DESK.matches;
  }

  get top() {
    return this.layers.at(-1);
  }

  /** On a desktop a halt has its case on the left, and what is opened on the right. */
  get isSplit() {
    const isHalted = Boolean(this.status?.wrong) || this.layers.some((layer) => layer.isSplit);
    return this.isDesk && this.place === TABLE && isHalted;
  }

  get whereNow() {
    return placesOf(this).find((one) => one.name === this.place) ?? placesOf(this)[0];
  }

  takeStatus(status) {
    this.status = status;
    this.statusAt = performance.now();
    this.layers.forEach((layer) => layer.take?.());
    this.draw();
  }

  takeView(view, ageMs) {
    this.view = view;
    this.clocks = new Clocks(view, ageMs);
    this.layers.forEach((layer) => layer.takeView?.());
    this.draw();
  }

  /** Seconds since the newest status. */
  get ageS() {
    return (performance.now() - this.statusAt) / 1000;
  }

  /** What came of something that was asked, where it stands in the place. @param {string} text */
  tell(text) {
    this.refusal = text;
    this.draw();
  }

  /** Nothing is drawn anew under a finger. */
  draw() {
    if (this.status && performance.now() - this.touchedAt > TOUCHED_MS) {
      this.drawAll(this);
    }
  }

  letGo() {
    this.touchedAt = 0;
    this.draw();
  }

  /** What somebody has just asked for is drawn at once. */
  drawNow() {
    this.touchedAt = 0;
    this.draw();
  }

  // Where one goes

  /** @param {Layer} layer */
  open(layer) {
    layer.openedBy = document.activeElement?.dataset.id ?? "";
    layer.scroll = this.scroller.scrollTop;
    layer.isSplit = this.place === TABLE && Boolean(this.status.wrong);
    this.layers.push(layer);
    this.refusal = "";
    this.arrive();
  }

  /** Opened in another place. @param {string} place @param {Layer} layer */
  openIn(place, layer) {
    if (place !== this.place || this.layers.length) {
      this.layers.forEach((one) => one.close?.());
      [this.layers, this.place] = [[], place];
    }
    this.open(layer);
  }

  /** A ruling is done: what led to it closes, and this says what was done. @param {Layer} layer */
  finish(layer) {
    let first = null;
    while (this.top?.isOfRuling) {
      first = this.layers.pop();
      first.close?.();
    }
    Object.assign(layer, { openedBy: first?.openedBy ?? "", scroll: first?.scroll ?? 0, isSplit: first?.isSplit });
    this.layers.push(layer);
    this.arrive();
  }

  /** @param {string} place */
  go(place) {
    this.layers.forEach((layer) => layer.close?.());
    this.layers = [];
    this.place = place;
    this.refusal = "";
    this.arrive();
  }

  /** The top is closed, and the focus is where it was opened; then the place is the table. */
  back() {
    const layer = this.layers.pop();
    if (!layer) {
      if (this.place !== TABLE) {
        this.go(TABLE);
      }
      return;
    }
    layer.close?.();
    this.keepHistory();
    this.drawNow();
    this.scroller.scrollTop = layer.scroll;
    const opener = layer.openedBy && document.querySelector(`[data-id="${CSS.escape(layer.openedBy)}"]`);
    (opener || this.title)?.focus({ preventScroll: true });
  }

  arrive() {
    this.keepHistory();
    this.drawNow();
    this.scroller.scrollTop = 0;
    this.title?.focus({ preventScroll: true });
  }

  get scroller() {
    return this.isDesk ? document.scrollingElement : at("places");
  }

  /** The heading of what was opened last. */
  get title() {
    const column = this.isSplit && this.top ? at("second") : at("first");
    return column.querySelector("[tabindex='-1']");
  }

  press(event) {
    if (event.key === "Escape" && this.status && this.depth > 0) {
      event.preventDefault();
      this.back();
    }
  }

  // The browser's history has an entry for each depth, made as something was opened

  /** How much is opened. */
  get depth() {
    return this.layers.length + (this.place === TABLE ? 0 : 1);
  }

  keepHistory() {
    if (this.isGoingBack) {
      return;
    }
    const { depth: kept, entry } = entryNow();
    if (this.depth > kept) {
      this.entry = entry + 1;
      history.pushState({ depth: this.depth, entry: this.entry }, "");
    } else if (this.depth < kept) {
      history.replaceState({ depth: this.depth, entry }, ""); // what it was of is closed already
    }
  }

  /**
   * What was opened beyond that entry closes; an entry of what is closed already is passed over.
   * Forwards there is nothing: what was closed is not opened again.
   */
  goBackInHistory() {
    const { depth: kept, entry } = entryNow();
    const back = this.entry - entry;
    if (back < 0) {
      history.go(back);
    }
    if (back <= 0) {
      return;
    }
    this.entry = entry;
    if (!this.status) {
      return;
    }
    if (kept >= this.depth && this.depth > 0) {
      history.back();
    }
    this.isGoingBack = true;
    while (this.depth > kept) {
      this.back();
    }
    this.isGoingBack = false;
  }
}

/** The entry of the browser's history: how much was opened there, and the how manieth it is. */
function entryNow() {
  return { depth: 0, entry: 0, ...history.state };
}
