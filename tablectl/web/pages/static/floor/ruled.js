/** What was ruled, by whom and why; for ten seconds UNDO stands in front. */

import { make, write } from "../elements.js";
import { say } from "../words.js";
import { askLine } from "./asking.js";
import { label, makeKey, plate, sentence, timeOf } from "./parts.js";
import { changesTable } from "./preview.js";
import { newestRow, openNamed } from "./rulings.js";

const UNDO_S = 10;
const TAKES_NONE_BACK = ["undo", "start", "pause", "go_on", "sits", "buys", "leaves", "frees", "put", "clears"];

export class Ruled {
  /**
   * @param {object} ruled of preview.js
   * @param {object} status the newest, which may know of it already
   * @param {string} who
   * @param {() => void} done
   */
  constructor(ruled, status, who, done) {
    this.before = ruled.before;
    this.moment = ruled.moment;
    this.left = UNDO_S;
    this.said = make("p", "warning", { role: "alert" });
    const [first, ...rest] = sentence(ruled.said?.text ?? ruled.did).split(/(?<=[.!?]) /);
    const canUndo = !TAKES_NONE_BACK.includes(ruled.ruling);
    this.undo = canUndo ? makeKey(this.word, () => this.takeBack(), "wide", { "data-id": "undo-now" }) : null;
    const facts = [ruled.number ? say("case_of", { number: ruled.number }) : "", who, ruled.why, timeOf(Date.now())];
    this.title = make("h2", "first-sentence", { tabindex: "-1" }, titleOf(ruled, first));
    const follows = rest.length ? make("p", "follows", {}, rest.join(" ")) : null;
    const head = make("div", "head", {}, make("span", "sign", { "aria-hidden": "true" }, "✓"), make("div", "", { role: "status" }, this.title, make("p", "quiet", {}, facts.filter(Boolean).join(" · "))));
    this.later = canUndo ? make("p", "quiet middle", {}, say("or_later")) : null;
    const chips = ruled.changes.length ? plate("will-happen", label(say("chips_change")), changesTable(ruled.changes, ruled.names)) : null;
    this.element = make("div", "ruled", {}, plate("", head, follows, this.undo, this.said, this.later), chips, makeKey(say("done"), done, "wide", { "data-id": "done" }));
    this.timer = setInterval(() => this.tick(), 1000);
    this.take(status);
  }

  get word() {
    return say("undo_in", { seconds: String(this.left).padStart(2, "0") });
  }

  tick() {
    this.left -= 1;
    if (this.left <= 0 || !this.undo) {
      this.close();
    } else {
      write(this.undo, this.word);
    }
  }

  /** The table takes nothing back any more: the key is gone. @param {object} status the newest */
  take(status) {
    if (newestRow(status) > this.before && !openNamed(status, "undo")) {
      this.close();
      this.later?.remove();
    }
  }

  close() {
    clearInterval(this.timer);
    this.undo?.remove();
    this.undo = null;
  }

  async takeBack() {
    if (!this.undo || this.undo.disabled) {
      return;
    }
    this.undo.disabled = true;
    const answer = await askLine({ floor: "undo", on: this.moment });
    this.close();
    this.later.remove();
    write(this.said, answer.ok ? `✓ ${say("undone")} ${answer.did ?? ""}` : `✕ ${sentence(answer.text)}`);
  }
}

/** As the table has said it, or else what it was to do. */
function titleOf({ said }, text) {
  return said?.code === "ruled" ? text : say("ruled", { did: text });
}
