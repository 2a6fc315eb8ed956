/** Another phone asks for a seat: for this one, or for that of another player in the hand. */

import { make, write } from "../elements.js";
import { seatsOf } from "../shown.js";
import { minutes, nameOf, say } from "../words.js";
import { alert } from "./notices.js";
import { heading, panel, wordKey } from "./panels.js";

export class Questions {
  /**
   * @param {import("./link.js").SeatLink} link
   * @param {{show: () => void, giveUp: () => void}} does
   */
  constructor(link, does) {
    this.link = link;
    this.does = does;
    this.isGivingAway = false; // it waits for its second touch
    this.yesTo = 0; // the seat for which a yes waits for its second touch
  }

  get isOpen() {
    return this.isGivingAway || this.yesTo > 0;
  }

  close() {
    this.isGivingAway = false;
    this.yesTo = 0;
    this.does.show();
  }

  /** Whether another phone wants this seat. */
  get isAsked() {
    return this.link.isLive && this.link.own.phone?.asked === true;
  }

  /** The seat that another phone asks for, and for which this player may answer; 0: none. */
  get askedOf() {
    const { link } = this;
    const found = link.isLive && seatsOf(link.view).find(([, one]) => one.phone?.answering?.includes(link.seat));
    return found ? found[0] : 0;
  }

  /** What is drawn of it, for whoever draws it anew. */
  get model() {
    return [this.isAsked, this.isGivingAway, this.askedOf, this.yesTo];
  }

  /** That of my own seat first; of another's only while no key of mine waits. */
  draw(isTurn) {
    if (this.isAsked) {
      return this.drawOwn();
    }
    return this.askedOf && !isTurn ? this.drawAnothers() : null;
  }

  drawOwn() {
    const give = () => this.set({ isGivingAway: true });
    const keys = this.isGivingAway
      ? [wordKey("", "back", () => this.close()), wordKey("fault", "my_give_it_away", this.does.giveUp)]
      : [wordKey("", "my_give_it_away", give), wordKey("stay", "my_keep_it", () => this.link.keepSeat())];
    return this.drawPanel(this.link.seat, say("my_another_phone"), say("my_stays_yours"), keys);
  }

  drawAnothers() {
    const of = this.askedOf;
    const name = nameOf(this.link.view, of);
    const keys =
      this.yesTo === of
        ? [wordKey("", "back", () => this.close()), wordKey("fault", "my_yes", () => this.answer(of, true))]
        : [wordKey("", "my_yes", () => this.set({ yesTo: of })), wordKey("stay", "my_no", () => this.answer(of, false))];
    return this.drawPanel(of, say("my_anothers_phone", { name }), say("my_yes_frees_it"), keys);
  }

  drawPanel(seat, what, means, keys) {
    const { view } = this.link;
    return panel(
      "second-phone",
      heading(`${say("seat_name", { number: seat })} · ${nameOf(view, seat)}`),
      make("b", "what", {}, what),
      make("p", "", {}, means, " ", make("span", "ask-left", { "aria-live": "off" })),
      make("div", "two", {}, ...keys)
    );
  }

  /** How long the question stands still. */
  tick() {
    const { link } = this;
    const of = this.isAsked ? link.seat : this.askedOf;
    const left = of ? link.view.seats[of].phone.left_s : null;
    for (const text of document.querySelectorAll(".ask-left")) {
      write(text, Number.isInteger(left) ? minutes(left - link.ageS()) : "");
    }
  }

  set(changes) {
    Object.assign(this, changes);
    this.does.show();
  }

  async answer(of, isYes) {
    this.yesTo = 0;
    const answer = await this.link.answerFor(of, isYes);
    if (answer?.ok === false) {
      alert(answer.text);
    }
    this.does.show();
  }
}
