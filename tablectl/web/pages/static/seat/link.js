/** What ties a page to its seat: the pairing of this phone, the stream, and the presses. */

import { approveText, giveUpText, keepText, macOf, pageText } from "../mac.js";
import { forgetPairing, keepPairing, pairingOf, recall, remember } from "../pairing.js";
import { Presses, ask } from "../press.js";
import { followTable } from "../table.js";
import { setLanguage } from "../words.js";

const TABLE = "tablectl.table"; // the name of the table at which this phone was last

/** What a view is where it says nothing: fields at their default may be missing. */
const EMPTY_VIEW = {
  phase: "idle",
  street: null,
  board: [],
  pots: [],
  pot_total: 0,
  to_act: null,
  clock_left_ms: null,
  clock_total_ms: null,
  waiting_for: "nothing",
  prompt: "",
  seats: {},
  keys: [],
  ask: { kind: "", headline: "", seats: [] },
  result: null,
  moves: [],
};
const EMPTY_SEAT = { status: "empty", stack: 0, bet: 0, cards: [], keys_id: "" };

export class SeatLink {
  /**
   * @param {number} seat
   * @param {object} told
   * @param {() => void} told.changed what the page shows may be another now
   * @param {(outcome: import("../press.js").Outcome) => void} told.settled
   * @param {(isLost: boolean) => void} told.lost
   */
  constructor(seat, told) {
    this.seat = seat;
    this.told = told;
    this.table = recall(TABLE) ?? "";
    this.view = null;
    this.viewAt = 0; // when its clocks stood as it says
    this.views = 0; // how many have come
    this.resultAt = Infinity; // when the result of the hand was first seen
    this.isLost = false;
    this.heardAt = performance.now();
    this.hello = null;
    /** Whether the table has said that this phone has the seat; null: it has not answered. */
    this.isKnown = null;
    this.presses = null;
    this.pair();
    this.stream = followTable(() => this.address(), {
      hello: (hello) => this.greet(hello),
      view: (view, ageMs) => this.take(view, ageMs),
      seat: (answer) => this.hearOfSeat(answer),
      lost: (isLost) => this.lose(isLost),
    });
    window.addEventListener("storage", () => told.changed());
  }

  get pairing() {
    return pairingOf(this.table, this.seat);
  }

  /** This seat of the view. */
  get own() {
    return this.view?.seats[this.seat];
  }

  /** Whether a press on this view would be one on the table as it is. */
  get isLive() {
    return Boolean(this.own && !this.isLost && this.isKnown && this.pairing);
  }

  /** Whether this phone has the seat no more. */
  get isStranger() {
    return this.isKnown === false || !this.pairing;
  }

  /** A press without an answer, in storage since it was made. */
  get waiting() {
    return this.presses?.waiting ?? null;
  }

  /** Takes up the pairing as it is kept, and sends on what waits. */
  pair() {
    this.presses?.close();
    this.presses = null;
    if (this.pairing) {
      this.presses = new Presses({
        table: this.table,
        seat: this.seat,
        read: () => this.pairing,
        keep: (pairing) => keepPairing(this.table, this.seat, pairing),
        send: (request) => ask("press", request),
        settled: (outcome) => this.settle(outcome),
      });
      this.presses.send();
    }
  }

  address() {
    const { pairing, table, seat } = this;
    if (!pairing) {
      return "/stream";
    }
    const mac = macOf(pairing.key, pageText(table, seat, pairing.epoch));
    return `/stream?seat=${seat}&epoch=${pairing.epoch}&mac=${mac}`;
  }

  greet(hello) {
    this.hello = hello;
    setLanguage(hello);
    if (hello.table !== this.table) {
      this.table = hello.table;
      remember(TABLE, hello.table);
      this.pairAnew();
    }
  }

  /** The phone has another pairing now, or none. */
  pairAnew() {
    this.isKnown = null;
    this.pair();
    this.stream?.reconnect();
    this.told.changed();
  }

  take(view, ageMs) {
    const seats = Object.entries(view.seats ?? {});
    const orders = this.hello?.simulated ? { to_do: [] } : {}; // what moves by itself is no order
    const filled = seats.map(([number, one]) => [number, { ...EMPTY_SEAT, ...one, ...orders }]);
    const moves = this.hello?.simulated ? [] : (view.moves ?? []);
    this.view = { ...EMPTY_VIEW, ...view, moves, seats: Object.fromEntries(filled) };
    this.viewAt = performance.now() - ageMs;
    this.views += 1;
    if (!this.view.result?.length) {
      this.resultAt = Infinity;
    } else if (this.resultAt === Infinity) {
      this.resultAt = performance.now();
    }
    this.told.changed();
  }

  hearOfSeat(answer) {
    if (answer.ok) {
      this.isKnown = true;
      this.presses?.catchUp(answer.number);
    } else if (answer.code === "not_paired") {
      this.isKnown = false;
    }
    this.told.changed();
  }

  lose(isLost) {
    this.isLost = isLost;
    this.heardAt = this.stream?.heardAt() ?? this.heardAt;
    if (!isLost) {
      this.presses?.send();
    }
    this.told.lost(isLost);
  }

  settle(outcome) {
    if (outcome.code === "not_paired") {
      this.isKnown = false;
    }
    if (outcome.code === "number") {
      this.stream.reconnect();
    }
    this.told.settled(outcome);
  }

  /** This phone keeps the seat that another one asks for. */
  keepSeat() {
    return this.sign("keep", keepText);
  }

  /** This player answers for a seat that another phone asks for in this hand. @param {boolean} yes */
  answerFor(of, yes) {
    const { key, epoch } = this.pairing;
    const mac = macOf(key, approveText(this.table, this.seat, epoch, this.view.hand, of, yes));
    return ask("approve", { seat: this.seat, epoch, of, yes, mac });
  }

  /** This phone gives the seat back. */
  async giveUp() {
    const answer = await this.sign("give_up", giveUpText);
    if (answer?.ok) {
      forgetPairing(this.table, this.seat);
      this.pairAnew();
    }
    return answer;
  }

  sign(what, text) {
    const { key, epoch } = this.pairing;
    const mac = macOf(key, text(this.table, this.seat, epoch));
    return ask(what, { seat: this.seat, epoch, mac });
  }

  /** The clock of the view as it stands now. */
  clockLeftMs() {
    return (this.view?.clock_left_ms ?? 0) - (performance.now() - this.viewAt);
  }

  /** How long the view has stood. */
  ageS() {
    return (performance.now() - this.viewAt) / 1000;
  }

  lostForS() {
    return Math.max(0, Math.floor((performance.now() - this.heardAt) / 1000));
  }
}
