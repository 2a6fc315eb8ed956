/** The page of a seat: what the view says, and keys for what it accepts. It knows no rule. */

import { arrive } from "./arrive.js";
import { at, make, write } from "./elements.js";
import { isAccepted, openDraft } from "./seat_amount.js";
import { Chooser } from "./seat_chooser.js";
import { Deck } from "./seat_deck.js";
import * as keysOfSeat from "./seat_keys.js";
import { Layers } from "./seat_layers.js";
import { SeatLink } from "./seat_link.js";
import { Menu, linesOfMenu, linesOfPhone, titleOfMenu } from "./seat_menu.js";
import { drawPlate, moveClocks, plateOf } from "./seat_plate.js";
import { region } from "./seat_regions.js";
import { RESULT_MS, drawScene, sceneOf } from "./seat_scene.js";
import { Signals } from "./seat_signals.js";
import { drawRing, drawStrip, sitsInTwoRows } from "./seat_table.js";
import { drawAnothersPhone, drawLost, drawSecondPhone, drawStory } from "./seat_panels.js";
import { keepsNothing } from "./storage.js";
import { readSettings, saveSettings, wearTheme } from "./settings.js";
import { groupOf, layFelt, seatsOf, standsStill } from "./shown.js";
import { minutes, nameOf, say } from "./words.js";

const REFUSED_MS = 8000; // a press that did not count is named so long
const NEXT_VIEW_MS = 1000; // a view that shows what counted comes sooner
const LATE_MS = 1000; // a press on its way so long is said to be
const LINE_MS = 5000; // and what is said once
const TICK_MS = 200;

class SeatPage {
  constructor(seat) {
    this.seat = seat;
    this.draft = null; // an amount that is being chosen
    this.sure = null; // a whole stack that waits for its second touch: {key, amount, from}
    this.refused = null; // the press that did not count last
    this.isGivingAway = false;
    this.isSayingYes = 0; // the seat for which a yes waits for its second touch
    this.line = ""; // what is said once, and how long
    this.lineUntil = 0;
    this.pressedAt = 0;
    this.answeredOn = -1; // of how many views the newest was, when a press counted
    this.answeredUntil = 0;
    this.wasAsked = false;
    this.wasWaiting = false;
    this.lastSecond = Infinity;
    this.settings = readSettings();
    this.thumb = this.settings.thumb;
    wearTheme(this.settings);
    this.signals = new Signals(() => this.settings);
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
    this.link = new SeatLink(seat, {
      changed: () => this.show(),
      settled: (outcome) => this.settle(outcome),
      lost: (isLost) => this.lose(isLost),
    });
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
    return this.view.seats[this.seat];
  }

  /** Whether a press on this view would be one on the table as it is. */
  get isLive() {
    return Boolean(this.view && this.own && !this.link.isLost && this.link.isKnown && this.link.pairing);
  }

  /**
   * Whether keys are drawn. A press that has just counted was on a view that is none any more, though
   * the next one has not come.
   */
  get takesPresses() {
    const isAnswered = this.link.views === this.answeredOn && performance.now() < this.answeredUntil;
    return this.isLive && !standsStill(this.view) && !isAnswered;
  }

  /** Whether another phone wants this seat. */
  get isAskedFor() {
    return this.isLive && this.own.phone?.asked === true;
  }

  /** The seat that another phone asks for, and for which this player may answer; 0: none. */
  get askedOf() {
    const found = this.isLive && seatsOf(this.view).find(([, one]) => one.phone?.answering?.includes(this.seat));
    return found ? found[0] : 0;
  }

  /** Whether this phone has the seat no more. */
  get isStranger() {
    return this.link.isKnown === false || !this.link.pairing;
  }

  // What is done

  /** A finger was lifted on a key of the deck. @param {import("./seat_keys.js").Drawn} key */
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
    if (this.isLive && link.presses.press({ on: this.own.keys_id, key, amount, words })) {
      this.pressedAt = performance.now();
      this.refused = null;
      this.menu.close();
      this.show();
    }
  }

  /** @param {import("./press.js").Outcome} outcome */
  settle(outcome) {
    this.draft = null;
    this.sure = null;
    this.refused = outcome.counted ? null : outcome;
    this.refusedAt = performance.now();
    this.answeredOn = outcome.counted ? this.link.views : -1;
    this.answeredUntil = performance.now() + NEXT_VIEW_MS;
    this.signals.give(outcome.counted ? "counted" : "refused");
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
    } else if (this.isGivingAway || this.isSayingYes) {
      this.set({ isGivingAway: false, isSayingYes: 0 });
    } else {
      this.set({ draft: null });
    }
  }

  openMenu(sheet) {
    if (this.isLive) {
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
    document.documentElement.classList.toggle("is-lost", link.isLost);
    if (!view || !this.own) {
      this.showWithoutView();
      return;
    }
    layFelt(view);
    if (keepsNothing() && !this.hasWarned) {
      this.hasWarned = true;
      this.tell(say("my_keeps_nothing"));
    }
    this.keys = this.takesPresses ? keysOfSeat.keysOf(view, this.seat) : [];
    this.dropOldDraft();
    this.drawn = this.drawnKeys();
    const scene = sceneOf(view, this.seat, this);
    this.noticeTurn(scene);
    document.title = `${nameOf(view, this.seat)} · ${view.table || "tablectl"}`;
    this.describe(view, scene);
    this.showTable(view, scene);
    this.showMine(view, scene);
    this.showDeck(view);
    this.showMenu(view);
    this.showLost();
    this.layers.set(Boolean(this.draft && !this.draft.isOpened) || Boolean(this.sure) || this.menu.isOpen);
    this.tick();
  }

  /** The state of the page, for its style. */
  describe(view, scene) {
    const { dataset } = document.documentElement;
    dataset.scene = scene.name;
    dataset.group = groupOf(view);
    dataset.page = [
      scene.hasKeys ? "keys" : "no-keys",
      scene.isAsked ? "asked" : "",
      scene.isChoosing ? "choosing" : "",
      scene.isChoosing && !this.sure && typeof this.draft?.typed === "string" ? "typing" : "",
      this.refused || (this.isAskedFor && scene.isAsked) ? "refused" : "",
      this.menu.isOpen ? "menu" : "",
      groupOf(view) === "ring" && sitsInTwoRows(view, this.seat) ? "crowded" : "",
      scene.isBetting ? "bets" : "",
    ].join(" ");
  }

  showWithoutView() {
    region("lost", this.link.isLost, () => drawLost(minutes(this.link.lostForS()), ""));
  }

  showTable(view, scene) {
    region("strip", drawStripModel(view, this.seat), () => drawStrip(view, this.seat));
    const ring = at("ring");
    ring.hidden = !scene.hasRing;
    region("ring", scene.hasRing && [view.seats, view.to_act, view.button, view.ask, view.clock_left_ms === null], () =>
      drawRing(view, this.seat)
    );
    drawScene(view, this.seat, scene, this);
  }

  showMine(view, scene) {
    const { waiting, isLost } = this.link;
    const plate = plateOf(view, this.seat, {
      isAsked: scene.isAsked,
      pending: waiting && { words: waiting.words, isLate: performance.now() - this.pressedAt > LATE_MS },
      isShort: scene.isShort,
      isOver: scene.name === "result",
      isHalted: scene.name === "halted" && this.view.phase === "halted",
      lastSeen: isLost ? minutes(this.link.lostForS()) : "",
    });
    const me = at("me");
    me.hidden = scene.hidesPlate;
    me.className = `plate stale ${plate.look}${plate.isShort ? " short" : ""}`;
    region("me", [plate, this.own.cards, this.own.status], () => drawPlate(plate, view, this.seat));
    const key = this.draft && this.keys.find((one) => one.key === this.draft.key);
    const isOpen = Boolean(key) && !this.sure && !waiting && !this.menu.isOpen;
    const { bet, stack } = this.own;
    const about = { bet, stack, toCall: view.to_call ?? 0, bigBlind: view.level?.big_blind ?? 0 };
    this.chooser.show(isOpen ? this.draft : null, key, about);
    const story = at("story");
    story.hidden = !scene.hasStory;
    const foot = this.menu.isOpen ? ["", say("my_menu_closes")] : scene.foot;
    const { street, street_acts: acts, to_act: toAct } = view;
    region("story", scene.hasStory && [street, acts, toAct, this.own.acts_after, foot], () =>
      foot ? foot.map((line, i) => make(i ? "p" : "b", "foot", {}, line)) : drawStory(view, this.seat)
    );
  }

  showDeck(view) {
    const { waiting } = this.link;
    const { drawn } = this;
    if (this.deck.isEmpty || !drawn.length) {
      this.thumb = this.settings.thumb; // it never changes under a finger
    }
    at("deck").dataset.thumb = this.thumb;
    at("deck").classList.toggle("halves", drawn.some(isOfPool));
    const pending = waiting && drawn.find(({ deed }) => deed.key === waiting.key && deed.kind === "press");
    this.deck.show(this.own.keys_id, drawn, waiting ? (pending?.id ?? "") : null);
    const undo = drawn.some(({ deed }) => deed.key === "undo");
    at("deck").dataset.note = undo ? (this.own.undo_until ?? "") : "";
  }

  drawnKeys() {
    const { keys, sure, draft } = this;
    const chosen = keys.find((key) => key.key === (sure ?? draft)?.key);
    if (sure && chosen) {
      return keysOfSeat.keysToConfirm(chosen, sure);
    }
    const rest = this.takesPresses ? keysOfSeat.freeKeys(this.own, keys) : [];
    if (draft && chosen) {
      const isOk = isAccepted(draft, chosen);
      return keysOfSeat.keysWhileChoosing(keys, chosen, { ...draft, isAccepted: isOk }, this.own);
    }
    return [...keysOfSeat.keysAtRest(keys, this.own), ...rest];
  }

  /** A new view ends what it does not accept any more, or leaves it to be read. */
  dropOldDraft() {
    const keyOf = (name) => this.keys.find((key) => key.key === name);
    const chosen = this.draft && keyOf(this.draft.key);
    if (this.draft && !(chosen && keysOfSeat.opensAmount(chosen))) {
      this.draft = null;
    }
    const sure = this.sure && keyOf(this.sure.key);
    if (this.sure && !(sure && keysOfSeat.isAllIn(sure, this.sure.amount))) {
      this.sure = null;
    }
    const { waiting } = this.link;
    const pressed = waiting && keyOf(waiting.key);
    if (!this.draft && pressed && keysOfSeat.opensAmount(pressed)) {
      this.draft = { ...openDraft(pressed), amount: waiting.amount, isTouched: true };
    }
    const toOpen = keysOfSeat.keyToOpen(this.keys, this.own, this.view);
    if (!this.draft && !waiting && toOpen) {
      this.draft = { ...openDraft(toOpen), isOpened: true };
    }
  }

  showMenu(view) {
    if (!this.menu.isOpen) {
      return;
    }
    const open = (sheet) => this.openMenu(sheet);
    if (this.menu.sheet === "phone") {
      const mark = this.link.pairing?.mark;
      const text = [mark && say("my_mark_of_phone", { mark }), say("my_keep_awake")].filter(Boolean).join(" ");
      this.menu.show(say("my_this_phone"), linesOfPhone(this.settings, (settings) => this.like(settings)), text);
    } else if (this.menu.sheet === "give") {
      const lines = [
        { word: say("back"), does: () => open("menu") },
        { word: say("my_give_it_back"), does: () => this.giveUp() },
      ];
      this.menu.show(say("my_give_seat_back"), lines, say("my_give_seat_back_text"));
    } else {
      const lines = linesOfMenu(view, this.seat, { press: this.pressFree, open });
      this.menu.show(titleOfMenu(view, this.seat), lines);
    }
  }

  drawQuestion() {
    return drawSecondPhone(this.view, this.seat, this.isGivingAway, {
      ask: () => this.set({ isGivingAway: true }),
      back: () => this.set({ isGivingAway: false }),
      keep: () => this.link.keepSeat(),
      give: () => this.giveUp(),
    });
  }

  drawAnothersQuestion() {
    const of = this.askedOf;
    return drawAnothersPhone(this.view, of, this.isSayingYes === of, {
      ask: () => this.set({ isSayingYes: of }),
      back: () => this.set({ isSayingYes: 0 }),
      yes: () => this.answerFor(of, true),
      no: () => this.answerFor(of, false),
    });
  }

  async answerFor(of, yes) {
    this.isSayingYes = 0;
    const answer = await this.link.answerFor(of, yes);
    if (answer?.ok === false) {
      alert(answer.text);
    }
    this.show();
  }

  async giveUp() {
    this.menu.close();
    await this.link.giveUp();
    this.show();
  }

  showLost() {
    const { isLost, waiting } = this.link;
    at("lost").hidden = !isLost;
    region("lost", isLost && [waiting?.words ?? ""], () => drawLost(minutes(this.link.lostForS()), waiting?.words ?? ""));
  }

  // What is heard and felt

  noticeTurn(scene) {
    if (scene.isAsked && !this.wasAsked) {
      this.menu.close();
      this.signals.give("my_turn");
      this.lastSecond = Infinity;
      alert(`${say("my_your_turn")}. ${this.view.prompt}`);
    }
    this.wasAsked = scene.isAsked;
    if (scene.name !== this.wasScene) {
      this.noticeScene(scene);
      this.wasScene = scene.name;
    }
  }

  noticeScene(scene) {
    if (scene.name === "halted") {
      this.signals.give("floor_needed");
      alert(this.view.irregularity?.what ?? this.view.prompt);
    } else if (scene.isWon) {
      this.signals.give("win");
    } else if (scene.isDue) {
      this.signals.give("chips_due");
    }
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
    const isLate = link.waiting && performance.now() - this.pressedAt > LATE_MS;
    const isResultOver = view.result?.length && performance.now() - link.resultAt > RESULT_MS;
    const seen = `${Boolean(isLate)} ${this.takesPresses} ${isResultOver} ${link.isLost ? link.lostForS() : ""}`;
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
      write(next, minutes(view.next_hand_in_s - (performance.now() - link.viewAt) / 1000));
    }
  }

  runClock(view, leftMs) {
    moveClocks(leftMs, view.clock_total_ms ?? leftMs);
    const seconds = Math.max(0, Math.ceil(leftMs / 1000));
    for (const text of document.querySelectorAll(".has-left")) {
      write(text, say("my_has_seconds", { name: nameOf(view, view.to_act), seconds }));
    }
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

function drawStripModel(view, seat) {
  const { level, limits, game, hand, next_hand_in_s: next } = view;
  return [view.seats[seat].name, level, limits, game, hand, next, view.result?.length, document.documentElement.lang];
}

/** Two keys that are equally likely are of one width. */
function isOfPool({ deed, place }) {
  return ["missed", "made"].includes(deed.key) || (deed.key === "bet" && place === "stay");
}

function alert(text) {
  write(at("alert"), text);
}

function speak(text) {
  write(at("spoken"), text);
}

const seat = Number(location.pathname.split("/").pop());
await arrive(seat, at("page"));
new SeatPage(seat);
