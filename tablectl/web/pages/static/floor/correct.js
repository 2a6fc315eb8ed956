/**
 * A stack is set to what was counted: first the natural way, then the change, then the key that is
 * held. The table says what it does; here is where chips are looked for before.
 */

import { make, write } from "../elements.js";
import { amount, gain, say } from "../words.js";
import { keypad, label, sentence } from "./parts.js";
import { Preview } from "./preview.js";
import { whatFollows } from "./ruling.js";
import { seatHead } from "./seat_head.js";
import { isDiffering, onTable } from "./seats.js";

const REASONS = ["counted", "lost", "found"];
const DIGITS = 9;

/** @param {import("./page.js").Page} page @param {number} number @param {import("./rulings.js").Open} open */
export function correctLayer(page, number, open) {
  const correct = new Correct(page, number, open);
  return {
    parts: [correct.element],
    isCovering: true,
    isOfRuling: true,
    take: () => correct.take(page.status),
    takeView: () => correct.askAgain(),
    close: () => correct.close(""),
  };
}

class Correct extends Preview {
  constructor(page, number, open) {
    const seat = page.status.seats.find((one) => one.number === number);
    const { least, most } = open.fields.find((field) => field.name === "stack");
    super(open, null, page.status, whatFollows(page), REASONS);
    Object.assign(this, { page, number, least, most, ledger: seat.stack });
    this.typed = isDiffering(seat) ? String(seat.sensed) : "";
    this.isFresh = true; // the first digit is not behind what was sensed
    this.counted = make("b", "counted-now");
    this.change = make("b", "change-now");
    const figure = (word, element) => make("p", "", {}, label(say(word)), element);
    this.before = make("b", "", {}, amount(this.ledger));
    const figures = make("div", "plate figures", {}, figure("ledger", this.before), figure("counted", this.counted), figure("change", this.change));
    this.element.classList.add("correct");
    this.element.querySelector(".help")?.remove(); // the first look says more
    this.title.replaceWith(seatHead(page, number));
    this.element.querySelector("h2").id = "preview-title";
    this.effectPlace.before(figures);
    this.effectPlace.after(keypad((digit) => this.type(digit), least < 0));
    this.effectPlace.classList.replace("will-happen", "natural");
    this.show();
  }

  /** Where its stack is another by now, the change is another, too. */
  take(status) {
    super.take(status);
    const { stack } = status.seats.find((one) => one.number === this.number);
    if (stack !== this.ledger && !this.isClosed && !this.isRuling) {
      this.ledger = stack;
      write(this.before, amount(stack));
      this.show();
      write(this.refusal, say("it_changed"));
    }
  }

  type(digit) {
    const typed = this.isFresh && digit !== "±" ? "" : this.typed;
    this.isFresh = false;
    if (digit === "±") {
      this.typed = typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
    } else {
      this.typed = digit === "⌫" ? this.typed.slice(0, -1) : digit === "" ? "" : `${typed}${digit}`.slice(0, DIGITS);
    }
    this.show();
  }

  show() {
    const isNumber = /^-?\d+$/.test(this.typed);
    const stack = isNumber ? Number(this.typed) : null;
    const change = stack === null ? 0 : stack - this.ledger;
    write(this.counted, stack === null ? this.typed || "–" : amount(stack));
    write(this.change, stack === null ? "–" : gain(change));
    this.change.classList.toggle("fault", change !== 0);
    this.hold.word = change < 0 ? say("hold_take_off", { amount: amount(-change) }) : change > 0 ? say("hold_add", { amount: amount(change) }) : say("hold_to_do");
    this.hold.rest();
    const isPossible = stack !== null && change !== 0 && stack >= this.least && stack <= this.most;
    this.chosen = change;
    this.give(isPossible ? { seat: this.number, stack } : null);
  }

  /** First the natural way, then what it does. */
  draw() {
    const total = onTable(this.page);
    const text = say("table_becomes", { before: total, after: total + this.chosen });
    this.effectPlace.replaceChildren(
      make("p", "first-look", {}, lookFirst(this.page, this.number)),
      ...(this.effect ? [make("p", "effect", {}, sentence(this.effect)), make("p", "", {}, text)] : [])
    );
  }
}

/** Where such chips may be, before any are taken from the table or added. */
function lookFirst({ status }, number) {
  return status.seats.find((seat) => seat.number === number)?.natural ?? say("count_again");
}
