/**
 * One hand act by act: what lay face up by then, what everybody did, what was ruled and by which
 * clause. Cards that never lay face up are not in it, for nobody has told them.
 */

import { faceUp, slot } from "../cards.js";
import { fill, make, write } from "../elements.js";
import { seatDisc } from "../parts.js";
import { amount, say } from "../words.js";
import { makeKey } from "./parts.js";

const BOARD = 5;
const SIGNS = { won: "★ ", halt: "⚠ ", end: "✕ " };

/**
 * @typedef {{kind: string, text: string, board: string[], cards: Object<string, string[]>,
 *   pot: number, seat: number|null, amount: number|null, clause: string, is_undone: boolean}} Row
 * @typedef {{number: number, wall: string, button: string, title: string, detail: string,
 *   names: Object<string, string>, rows: Row[]}} Hand
 */

export class HandView {
  /** @param {Hand} hand */
  constructor(hand) {
    this.number = hand.number;
    this.heading = make("h2", "title", { tabindex: "-1", "data-id": "title" }, say("hand", { hand: hand.number }));
    this.facts = make("span", "quiet");
    this.result = make("b", "result");
    this.title = make("div", "hand-title", {}, make("div", "", {}, this.heading, this.facts), this.result);
    this.board = make("div", "cards board");
    this.shown = make("ul", "shown-cards");
    this.list = make("ol", "hand-acts", { tabindex: "0", "aria-label": say("act_by_act") });
    this.said = make("p", "only-read", { role: "status" });
    this.backKey = makeKey("◀", () => this.step(-1), "step", { "data-id": "step-back", "aria-label": say("step_back") });
    this.onKey = makeKey("▶", () => this.step(1), "step", { "data-id": "step-on", "aria-label": say("step_on") });
    this.element = make(
      "div",
      "hand-view",
      {},
      make("div", "hand-cards", {}, this.board, this.shown),
      make("section", "plate hand-plate", {}, this.list),
      make("div", "two-keys", {}, this.backKey, this.onKey),
      this.said
    );
    this.at = Infinity;
    this.take(hand);
  }

  /** The newest of this hand. Who looks at its end sees what has come. @param {Hand} hand */
  take(hand) {
    const isAtEnd = !this.hand || this.at >= this.hand.rows.length - 1;
    this.hand = hand;
    this.at = isAtEnd ? hand.rows.length - 1 : this.at;
    write(this.facts, [timeOfDay(hand.wall), hand.button ? say("button_of", { name: hand.button }) : "", hand.detail].filter(Boolean).join(" · "));
    write(this.result, hand.title);
    fill(this.list, ...hand.rows.map(rowOf));
    this.show();
  }

  step(by) {
    this.at = Math.min(Math.max(0, this.at + by), this.hand.rows.length - 1);
    this.show();
    const { text, clause } = this.hand.rows[this.at];
    write(this.said, [text, clause].filter(Boolean).join(". "));
    this.reveal();
  }

  /** What lay face up by then, and where that is in the list. */
  show() {
    const { board, cards } = this.hand.rows[this.at];
    const empty = Array.from({ length: Math.max(0, BOARD - board.length) }, slot);
    fill(this.board, ...board.map((card) => faceUp(card)), ...empty);
    fill(this.shown, ...Object.entries(cards).map(([seat, held]) => this.shownBy(seat, held)));
    [...this.list.children].forEach((line, i) => {
      line.classList.toggle("now", i === this.at);
      line.toggleAttribute("aria-current", i === this.at);
    });
    this.backKey.disabled = this.at === 0;
    this.onKey.disabled = this.at === this.hand.rows.length - 1;
  }

  shownBy(seat, held) {
    const isDealer = seat === "0";
    const name = isDealer ? say("dealer") : (this.hand.names[seat] ?? say("seat_name", { number: seat }));
    const who = make("span", "seat-name", {}, isDealer ? null : seatDisc(seat), name);
    return make("li", "", {}, who, make("span", "cards", {}, ...held.map((card) => faceUp(card, "small"))));
  }

  /** The row is seen: the list scrolls, and not the page. */
  reveal() {
    const line = this.list.children[this.at];
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop || bottom > scrollTop + clientHeight) {
      this.list.scrollTop = bottom - clientHeight + 8;
    }
  }
}

/** @param {Row} row */
function rowOf({ kind, text, seat, amount: chips, clause, is_undone: isUndone }) {
  const line = make("li", `${kind} ${isUndone ? "undone" : ""}`.trim());
  if (kind === "act" && seat) {
    line.append(seatDisc(seat));
  }
  line.append(make("span", "said", {}, `${SIGNS[kind] ?? ""}${text}`));
  if (isUndone) {
    line.append(make("span", "only-read", {}, say("undone")));
  }
  if (clause) {
    line.append(make("small", "", {}, clause));
  }
  if (chips) {
    line.append(make("b", "", {}, amount(chips)));
  }
  return line;
}

/** "21:08", as this machine's clock has it. */
function timeOfDay(wall) {
  const time = new Date(wall);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
