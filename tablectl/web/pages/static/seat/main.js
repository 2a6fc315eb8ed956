/** The page of a seat: what the view says, and keys for what it accepts. It knows no rule. */

import { arrive } from "../arrive.js";
import { at, write } from "../elements.js";
import { readSettings, saveSettings, wearTheme } from "../settings.js";
import { layFelt, standsStill } from "../shown.js";
import { keepsNothing } from "../storage.js";
import { minutes, nameOf, say } from "../words.js";
import { openDraft } from "./amount.js";
import { Chooser } from "./chooser.js";
import { keptChoice, keysToDraw } from "./choosing.js";
import { Deck } from "./deck.js";
import { keysOf } from "./keys.js";
import { Layers } from "./layers.js";
import { SeatLink } from "./link.js";
import { Menu, showSheet } from "./menu.js";
import { Notices, alert, speak } from "./notices.js";
import { moveClocks } from "./plate.js";
import { Questions } from "./questions.js";
import { RESULT_MS, sceneOf } from "./scene.js";
import { isLate, showLost, showScene } from "./showing.js";
import { Signals } from "./signals.js";

const REFUSED_MS = 8000; // a press that did not count is named so long
const NEXT_VIEW_MS = 1000; // a view that shows what counted comes sooner
const LINE_MS = 5000; // what is said once stands so long
const TICK_MS = 200;

class SeatPage {
  constructor(seat) {
    this.seat = seat;
    this.draft = null; // an amount that is being chosen
    this.sure = null; // a whole stack that waits for its second touch: {key, amount, from}
    this.refused = null; // the press that did not count last
    this.doneHand = 0; // the hand of which I have moved my chips
    this.line = ""; // what is said once, and how long
    this.lineUntil = 0;
    this.pressedAt = 0;
    this.answeredOn = -1; // of how many views the newest was, when a press counted
    this.answeredUntil = 0;
    this.settings = readSettings();
    this.thumb = this.settings.thumb;
    this.isCrowded = false;
    wearTheme(this.settings);
    this.signals = new Signals(() => this.settings);
    this.notices = new Notices(this.signals);
    this.deck = new Deck(at("deck"), {
      touched: (key) => this.touch(key),
      down: () => this.signals.give("down"),
    });
    this.chooser = new Chooser(at("chooser"), {
      changed: (draft) => this.set({ draft }),
      reachedEnd: () => this.signals.give("slider_end"),
      passedBlind: () => this.signals.give("blind"),
    });
    this.menu = new Menu(at("menu"), { closed: () => this.closeMenu() });
    this.layers = new Layers(() => this.back());
    this.pressFree = (key) => this.press(key.key, 0, key.word);
    this.haveMoved = () => this.set({ doneHand: this.view.hand });
    this.link = new SeatLink(seat, {
      changed: () => this.show(),
      settled: (outcome) => this.settle(outcome),
      lost: (isLost) => this.lose(isLost),
    });
    this.questions = new Questions(this.link, { show: () => this.show(), giveUp: () => this.giveUp() });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.back());
    document.addEventListener("click", (event) => event.target.closest("#menu-key") && this.openMenu("menu"));
    setInterval(() => this.tick(), TICK_MS);
    this.show();
  }

  set(changes) {
    Object.assign(this, changes);
    this.show();
  }

  get view() {
    return this.link.view;
  }

  get own() {
    return this.link.own;
  }

  /**
   * Whether keys are drawn. A press that has just counted was on a view that is none any more, though
   * the next one has not come.
   */
  get takesPresses() {
    const isAnswered = this.link.views === this.answeredOn && performance.now() < this.answeredUntil;
    return this.link.isLive && !standsStill(this.view) && !isAnswered;
  }

  // What is done

  /** A finger was lifted on a key of the deck. @param {import("./keys.js").Drawn} key */
  touch({ deed, word, figure }) {
    if (deed.kind === "choose") {
      this.set({ draft: openDraft(this.keys.find((key) => key.key === deed.key)), refused: null });
    } else if (deed.kind === "confirm") {
      this.set({ sure: deed });
    } else if (deed.kind === "back") {
      this.back();
    } else {
      this.press(deed.key, deed.amount, figure ? `${word} ${figure}` : word);
    }
  }

  press(key, amount, words) {
    const { link } = this;
    if (link.isLive && link.presses.press({ on: this.own.keys_id, key, amount, words })) {
      this.pressedAt = performance.now();
      this.refused = null;
      this.menu.close();
      this.show();
    }
  }

  /** @param {import("../press.js").Outcome} outcome */
  settle(outcome) {
    this.draft = null;
    this.sure = null;
    this.refused = outcome.counted ? null : outcome;
    this.refusedAt = performance.now();
    this.answeredOn = outcome.counted ? this.link.views : -1;
    this.answeredUntil = performance.now() + NEXT_VIEW_MS;
    this.notices.settle(outcome.counted);
    if (!outcome.counted) {
      alert(`${say("did_not_count", { key: outcome.words })} ${outcome.text ?? ""}`);
    } else if (this.wasLost) {
      this.tell(say("my_back_counted", { key: outcome.words }));
    } else {
      speak(say("my_counted", { key: outcome.words }));
    }
    this.wasLost = false;
    this.show();
  }

  /** Says it once, to eyes and to a screen reader. */
  tell(text) {
    this.line = text;
    this.lineUntil = performance.now() + LINE_MS;
    speak(text);
  }

  lose(isLost) {
    if (isLost) {
      this.draft = null; // what was not sent is gone
      this.sure = null;
      alert(say("lost"));
    } else if (!this.link.waiting) {
      speak(say("my_back_again"));
    }
    this.wasLost = isLost || this.link.waiting !== null;
    this.show();
  }

  /** Closes what lies on top; never more. */
  back() {
    if (this.link.waiting) {
      this.show();
    } else if (this.menu.isOpen) {
      this.closeMenu();
    } else if (this.sure) {
      this.set({ sure: null });
    } else if (this.questions.isOpen) {
      this.questions.close();
    } else {
      this.set({ draft: null });
    }
  }

  openMenu(sheet) {
    if (this.link.isLive) {
      this.menu.open(sheet);
      this.show();
    }
  }

  closeMenu() {
    this.menu.close();
    this.show();
  }

  like(settings) {
    this.settings = settings;
    saveSettings(settings);
    this.show();
  }

  // What is shown

  show() {
    const { view, link } = this;
    if (!view || !this.own) {
      showLost(this);
      return;
    }
    layFelt(view);
    if (keepsNothing() && !this.hasWarned) {
      this.hasWarned = true;
      this.tell(say("my_keeps_nothing"));
    }
    this.keys = this.takesPresses ? keysOf(view, this.seat) : [];
    Object.assign(this, keptChoice(this, this.keys, view, this.own, link.waiting));
    this.drawn = keysToDraw(this, this.keys, this.own, this.takesPresses);
    const scene = sceneOf(view, this.seat, this);
    const isTurn = this.notices.notice(view, this.seat, scene);
    if (isTurn) {
      this.menu.close();
    }
    showScene(this, scene);
    this.scrollTo(scene, isTurn);
    if (this.menu.isOpen) {
      showSheet(this.menu, this);
    }
    this.layers.set(Boolean(this.draft && !this.draft.isOpened) || Boolean(this.sure) || this.menu.isOpen);
    this.tick();
  }

  /** Where letters are large: at my turn to pot, cards and clock, at a result to what I win. */
  scrollTo({ name, isChoosing }, isTurn) {
    const place = `${name} ${isChoosing}`;
    const isNew = place !== this.place;
    this.place = place;
    if (isNew && name === "result") {
      at("me").scrollIntoView({ block: "start" });
    } else if (isTurn || (isNew && isChoosing)) {
      (at("felt").checkVisibility() ? at("felt") : at("me")).scrollIntoView({ block: "start" });
    }
  }

  async giveUp() {
    this.menu.close();
    await this.link.giveUp();
    this.show();
  }

  /** What runs: clocks, ages, and what ends by itself. */
  tick() {
    const { view, link } = this;
    if (this.refused && performance.now() - this.refusedAt > REFUSED_MS) {
      this.set({ refused: null });
      return;
    }
    if (this.line && performance.now() > this.lineUntil) {
      this.set({ line: "" });
      return;
    }
    for (const ago of document.querySelectorAll(".lost-for")) {
      write(ago, minutes(link.lostForS()));
    }
    if (!view) {
      return;
    }
    const isResultOver = view.result?.length && performance.now() - link.resultAt > RESULT_MS;
    const seen = `${isLate(this)} ${this.takesPresses} ${isResultOver} ${link.isLost ? link.lostForS() : ""}`;
    if (seen !== this.seen) {
      this.seen = seen;
      this.show();
      return;
    }
    if (Number.isInteger(view.clock_left_ms) && !link.isLost) {
      this.runClock(view, standsStill(view) ? view.clock_left_ms : link.clockLeftMs());
    }
    const next = at("next-hand");
    if (next) {
      write(next, minutes(view.next_hand_in_s - link.ageS()));
    }
    for (const text of document.querySelectorAll(".stopped-for")) {
      write(text, say("my_stopped_ago", { ago: minutes(view.irregularity.ago_s + link.ageS()) }));
    }
    this.questions.tick();
  }

  runClock(view, leftMs) {
    moveClocks(leftMs, view.clock_total_ms ?? leftMs);
    const seconds = Math.max(0, Math.ceil(leftMs / 1000));
    for (const text of document.querySelectorAll(".has-left")) {
      write(text, say("my_has_seconds", { name: nameOf(view, view.to_act), seconds }));
    }
    this.notices.hearClock(view, seconds);
  }
}

const seat = Number(location.pathname.split("/").pop());
await arrive(seat, at("page"));
new SeatPage(seat);
