/**
 * What a ruling would do, in the table's words and stack by stack, why it is ruled, and the key that
 * is held. If the table moves on under it, the key is gone.
 */

import { fill, make, write } from "../elements.js";
import { amount, gain, say } from "../words.js";
import { askLine } from "./asking.js";
import { HoldKey } from "./hold.js";
import { label, makeKey, nameIn, plate, seatName, sentence } from "./parts.js";
import { Reasons } from "./reasons.js";
import { helpOf, lineOf, newestRow, reasonField, titleOf } from "./rulings.js";

const LONG = 1_000_000; // three such amounts leave a phone little room for the name
const AGAIN_MS = 500; // views come often
const ENDS_A_HAND = ["misdeal", "void"];
// it may have been done, or another floor was quicker: the last acts are looked at before it is asked again
const NOT_AGAIN = ["lost", "not_known", "moved_on"];

export class Preview {
  /**
   * @param {import("./rulings.js").Open} open
   * @param {object|null} given what the floor has filled in; null: something is missing yet
   * @param {object} status on which it is made
   * @param {{back: () => void, ruled: (ruled: object) => void, tell: (text: string) => void}} does `tell`: what came of a
   *   ruling that was left before its answer was here
   * @param {string[]} [ready] reasons that are ready to touch
   */
  constructor(open, given, status, does, ready) {
    this.open = open;
    this.given = given;
    this.does = does;
    this.on = momentOf(status);
    this.newest = newestRow(status);
    this.names = status.names;
    this.effect = "";
    this.changes = [];
    this.isClosed = false;
    this.isAsking = false;
    const field = reasonField(open);
    this.reasons = field ? new Reasons(field, () => this.look(), ready) : null;
    this.effectPlace = plate("will-happen");
    this.refusal = make("p", "warning", { role: "alert" });
    this.hold = new HoldKey(say(ENDS_A_HAND.includes(open.ruling) ? "hold_to_void" : "hold_to_do"), () => this.rule());
    this.hold.allow(false);
    const back = makeKey(say("back"), does.back, "back");
    this.title = make("h2", "title", { tabindex: "-1", id: "preview-title" }, titleOf(open));
    const scrolls = make("div", "scrolls", {}, this.title, helpOf(open), this.refusal, this.effectPlace, this.reasons?.element, this.hold.said);
    const foot = make("div", "foot", {}, back, this.hold.element);
    this.element = make("div", "layer preview", { role: "dialog", "aria-labelledby": "preview-title" }, scrolls, foot);
    this.ask();
  }

  /** Something else is filled in. @param {object|null} given */
  give(given) {
    this.given = given;
    this.effect = "";
    this.changes = [];
    write(this.refusal, "");
    this.draw();
    this.look();
    this.ask();
  }

  /** Asks what it would do; where that is something else than before, it is read again. */
  async ask(isAgain = false) {
    if (this.isAsking || this.isClosed || !this.given) {
      return;
    }
    const { given } = this;
    this.isAsking = true;
    // the reason changes nothing of it: what it does is asked without
    const why = this.reasons?.isNeeded ? { why: "…" } : {};
    const answer = await askLine({ ...lineOf(this.open, given), ...why, would: true }, isAgain);
    this.isAsking = false;
    if (this.isClosed) {
      return;
    }
    if (given !== this.given) {
      this.ask();
      return;
    }
    if (!answer.ok) {
      this.refuse(answer.text);
      this.isRefused = true;
      return;
    }
    const hasMovedOn = this.effect && this.moment?.act !== answer.on?.act; // the floor has done something since
    const isAnother = this.effect && (this.effect !== answer.effect || !areSame(this.changes, answer.changes));
    this.moment = answer.on;
    this.effect = answer.effect;
    this.changes = answer.changes ?? [];
    if (isAnother || hasMovedOn) {
      write(this.refusal, say(isAnother ? "it_changed" : "moved_on"));
      this.hold.rest();
    } else if (this.isRefused) {
      write(this.refusal, "");
    }
    this.isRefused = false;
    this.draw();
    this.look();
  }

  draw() {
    const parts = [label(say("this_will_happen")), make("p", "effect", {}, sentence(this.effect))];
    if (this.changes.length) {
      parts.push(changesTable(this.changes, this.names));
    }
    fill(this.effectPlace, ...parts);
  }

  /** Whether the key takes a hold now: the effect is there to be read, and a reason where one is needed. */
  look() {
    const isReady = this.effect !== "" && !this.isClosed && !this.isRuling && (this.reasons?.isEnough ?? true);
    const hadFocus = document.activeElement === this.hold.element;
    this.hold.allow(isReady);
    if (hadFocus && !isReady) {
      this.element.querySelector("[tabindex='-1']").focus({ preventScroll: true }); // it is not lost with the key
    }
  }

  /** @param {object} status the newest */
  take(status) {
    const now = momentOf(status);
    if (this.isClosed || this.isRuling) {
      return;
    }
    this.newest = newestRow(status);
    if (now.number !== this.on.number || now.hand !== this.on.hand) {
      this.close(this.on.number ? say("case_closed", { number: this.on.number }) : say("moved_on"));
    }
  }

  /** The table has another view: what it would do may be something else. */
  askAgain() {
    this.again ??= setTimeout(() => {
      this.again = undefined;
      if (!this.isRuling) {
        this.ask(true);
      }
    }, AGAIN_MS);
  }

  close(why) {
    this.isClosed = true;
    write(this.refusal, why);
    this.look();
    this.hold.element.hidden = true;
  }

  /** The table takes it no more, or not so. */
  refuse(why) {
    this.effect = "";
    write(this.refusal, `✕ ${sentence(why)}`);
    this.look();
  }

  async rule() {
    if (this.isRuling || this.isClosed) {
      return;
    }
    this.isRuling = true;
    this.look();
    write(this.refusal, say("being_done"));
    const why = this.reasons?.text ?? "";
    const before = this.newest; // a status may tell of the ruling before its answer is here
    // what was read is what is ruled on: where another floor was quicker, it is refused
    const answer = await askLine({ ...lineOf(this.open, this.given), ...(why ? { why } : {}), on: this.moment });
    this.isRuling = false;
    const refusal = answer.ok ? "" : `✕ ${sentence(answer.text)}`;
    if (this.isClosed) {
      this.does.tell(refusal || sentence(say("ruled", { did: this.effect })));
      return;
    }
    if (answer.ok) {
      this.isClosed = true;
      this.does.ruled({
        did: this.effect,
        said: answer.said?.[0],
        moment: answer.on,
        ruling: this.open.ruling,
        number: this.on.number,
        before,
        why,
        changes: this.changes,
        names: this.names,
      });
      return;
    }
    if (NOT_AGAIN.includes(answer.code)) {
      this.close(refusal);
    } else {
      this.refuse(answer.text);
    }
  }
}

/** Which case, and which hand: a ruling is made on these. */
function momentOf(status) {
  return { number: status.wrong?.number ?? 0, hand: status.hand };
}

function areSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other ?? []);
}

/** NOW, CHANGE and THEN of each stack. */
export function changesTable(changes, names) {
  const head = ["player", "now", "change", "then"].map((word) => make("th", "", { scope: "col" }, say(word)));
  const rows = changes.map(({ seat, before, change, after }) =>
    make(
      "tr",
      "",
      { "aria-label": say("chips_read", { name: nameIn(names, seat), before, change: gain(change), after }) },
      make("th", "", { scope: "row" }, seatName(names, seat)),
      make("td", "", {}, amount(before)),
      make("td", "change", {}, gain(change)),
      make("td", "then", {}, amount(after))
    )
  );
  const isLong = changes.some((one) => Math.max(one.before, one.after, -one.before, -one.after) >= LONG);
  return make("table", isLong ? "changes long" : "changes", {}, make("thead", "", {}, make("tr", "", {}, ...head)), make("tbody", "", {}, ...rows));
}
