/** The first page: which seat is yours? By four digits, or by asking the phone that has it. */

import { askTable } from "./api.js";
import { Clocks } from "./clocks.js";
import { draw as drawSvg, fill, make, write } from "./elements.js";
import { makeKey } from "./keys.js";
import { backToSeat, handScreen, moveTurnClock, strangerStrip, turnOf, warning } from "./pair_screens.js";
import { pairByDigits, remember, seatsOfThisPhone } from "./pairing.js";
import { wearTheme } from "./settings.js";
import { layFelt } from "./shown.js";
import { followTable } from "./table.js";
import { joined, minutes, nameOf, say, sayCount, setLanguage } from "./words.js";

const DIGITS = 4;
const FIRST_WAIT_S = 1; // after wrong digits; twice as long each time
const LONGEST_WAIT_S = 30;

class FirstPage {
  constructor(root) {
    this.root = root;
    this.hello = null;
    this.view = null;
    this.typed = "";
    this.refusal = "";
    this.waitS = FIRST_WAIT_S;
    this.waitUntil = 0;
    this.isSending = false;
    this.isAsking = false; // which phone is to be asked
    this.asked = 0; // the seat whose phone was asked
    this.seat = 0; // that this phone has got just now
    this.drawn = "";
    wearTheme();
    this.stream = followTable(() => "/stream", {
      hello: (hello) => this.greet(hello),
      view: (view, ageMs) => this.take(view, ageMs),
      lost: (isLost) => this.lose(isLost),
    });
    document.addEventListener("keydown", (event) => this.hearKey(event));
    setInterval(() => this.tick(), 250);
  }

  greet(hello) {
    setLanguage(hello);
    this.hello = hello;
    document.title = hello.table;
    this.draw();
  }

  take(view, ageMs) {
    this.view = view;
    this.clocks = new Clocks(view, ageMs);
    layFelt(view);
    this.draw();
  }

  lose(isLost) {
    this.refusal = isLost ? say("lost") : "";
    this.draw();
  }

  // What is known of the seats

  get phones() {
    return this.hello.phones.filter((seat) => this.view.seats[seat]);
  }

  get wanting() {
    return this.phones.filter((seat) => this.view.seats[seat].wants_phone);
  }

  /** Whether four digits open a seat now. */
  get hasKeypad() {
    return this.hello?.digits === true && this.view !== null && this.wanting.length > 0;
  }

  get mine() {
    return seatsOfThisPhone(this.hello.table, this.phones);
  }

  get ofOthers() {
    const mine = this.mine;
    return this.phones.filter((seat) => this.view.seats[seat].phone && !mine.includes(seat));
  }

  // What is done

  hearKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.seat || this.isAsking || !this.hasKeypad) {
      return;
    }
    if (/^[0-9]$/.test(event.key)) {
      this.type(event.key);
    } else if (event.key === "Backspace") {
      this.erase();
    }
  }

  type(digit) {
    if (this.isWaiting || this.isSending || this.typed.length === DIGITS) {
      return;
    }
    this.typed += digit;
    this.refusal = "";
    this.draw();
    if (this.typed.length === DIGITS) {
      this.send();
    }
  }

  erase() {
    this.typed = this.typed.slice(0, -1);
    this.draw();
  }

  get isWaiting() {
    return performance.now() < this.waitUntil;
  }

  async send() {
    this.isSending = true;
    const answer = await pairByDigits(this.hello.table, this.typed);
    this.isSending = false;
    this.typed = "";
    if (answer.ok) {
      remember("tablectl.table", this.hello.table);
      this.seat = answer.seat;
    } else {
      this.refusal = answer.text ?? say("lost");
      this.waitUntil = performance.now() + (answer.wait_s ?? this.waitS) * 1000;
      this.waitS = Math.min(2 * this.waitS, LONGEST_WAIT_S);
    }
    this.redraw();
  }

  async ask(seat) {
    const answer = await askTable("ask_seat", { seat });
    this.asked = answer.ok ? seat : 0;
    this.refusal = answer.ok ? "" : answer.text;
    this.isAsking = false;
    this.redraw();
  }

  // What is shown

  tick() {
    if (this.waitUntil) {
      if (!this.isWaiting) {
        this.waitUntil = 0;
      }
      this.draw();
    }
    if (this.clocks) {
      moveTurnClock(this.root, this.clocks);
    }
  }

  redraw() {
    this.drawn = "";
    this.draw();
  }

  /** Anew only where something else is to be seen. */
  draw() {
    if (!this.hello || !this.view) {
      return;
    }
    const seen = JSON.stringify([
      this.hello, this.view.table, this.wanting, this.mine, this.ofOthers, this.isAsking,
      this.asked, this.seat, this.isWaiting, [this.seat, ...this.mine].map((seat) => turnOf(this.view, seat)),
    ]);
    if (seen !== this.drawn) {
      this.drawn = seen;
      fill(this.root, ...this.screen());
      moveTurnClock(this.root, this.clocks);
    }
    this.drawTyped();
  }

  screen() {
    if (this.seat) {
      const { seat, view } = this;
      return handScreen({
        seat,
        view,
        done: () => location.assign(`/seat/${seat}`),
        redraw: () => this.redraw(),
      });
    }
    return this.isAsking ? this.askScreen() : this.digitsScreen();
  }

  digitsScreen() {
    const boxes = Array.from({ length: DIGITS }, () => make("span", "box"));
    const { hasKeypad } = this;
    const advice = hasKeypad ? say("type_digits") : this.wanting.length ? say("scan_your_code") : "";
    return [
      strangerStrip(this.hello.table),
      ...this.mine.map((seat) => backToSeat(this.view, seat)),
      make("section", "question", {}, make("h1", "", {}, say("which_seat")), advice ? make("p", "advice", {}, advice) : null),
      hasKeypad ? make("div", "boxes", { "aria-hidden": "true" }, ...boxes) : null,
      make("p", "only-read typed", { role: "status" }),
      make("p", "said", {}, this.sayWanting(), this.hello.simulated ? ` ${say("simulated")}` : ""),
      warning(""),
      this.otherWays(),
      hasKeypad ? this.keypad() : null,
    ];
  }

  sayWanting() {
    if (this.asked) {
      return say("asked", { number: this.asked });
    }
    const { wanting } = this;
    if (!wanting.length) {
      return say("no_seat_wants");
    }
    return sayCount("wants_phone", wanting.length, { seats: joined(wanting.map((seat) => nameOf(this.view, seat))) });
  }

  otherWays() {
    const ask = this.ofOthers.length
      ? makeKey(say("my_seat_has_phone"), () => this.openAsking(true), "way quiet-key")
      : null;
    return make("div", "ways", {}, ask);
  }

  openAsking(isOpen) {
    this.isAsking = isOpen;
    this.redraw();
  }

  askScreen() {
    const keys = this.ofOthers.map((seat) =>
      makeKey(`${say("ask_seat", { number: seat })} · ${nameOf(this.view, seat)}`, () => this.ask(seat), "way")
    );
    return [
      strangerStrip(this.hello.table),
      make("section", "question", {}, make("h1", "", {}, say("which_to_ask")), make("p", "advice", {}, say("ask_explained"))),
      make("div", "ways", {}, ...keys),
      make("div", "foot", {}, makeKey(say("back"), () => this.openAsking(false))),
    ];
  }

  keypad() {
    const digit = (number) => makeKey(String(number), () => this.type(String(number)), "digit");
    const cross = drawSvg(
      "svg",
      { viewBox: "0 0 32 24", "aria-hidden": "true" },
      drawSvg("path", { d: "M10 2H30V22H10L2 12ZM15 8L23 16M23 8L15 16" })
    );
    const erase = makeKey(cross, () => this.erase(), "digit", { "aria-label": say("delete_digit") });
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit);
    const pad = make("div", "keypad", { role: "group", "aria-label": say("type_digits") });
    pad.append(...numbers, make("span"), digit(0), erase);
    pad.inert = this.isWaiting;
    return pad;
  }

  /** What changes with each digit: the keys stay where they are. */
  drawTyped() {
    const boxes = this.root.querySelectorAll(".box");
    boxes.forEach((box, i) => {
      write(box, this.typed[i] ?? "");
      box.classList.toggle("next", i === this.typed.length && !this.isWaiting);
    });
    const count = this.root.querySelector(".typed");
    const line = this.root.querySelector(".warning");
    if (count) {
      write(count, this.typed ? say("digits_typed", { count: this.typed.length }) : "");
    }
    if (line && !this.seat) {
      const left = Math.ceil((this.waitUntil - performance.now()) / 1000);
      const wait = left > 0 ? say("try_again_in", { seconds: minutes(left) }) : "";
      write(line, [this.refusal, wait].filter(Boolean).join(" "));
    }
  }
}

new FirstPage(document.getElementById("page"));
