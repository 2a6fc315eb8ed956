/** The menu: what a player may do beside playing. It ends above the deck. */

import { fill, make } from "../elements.js";
import { guardKey } from "../keys.js";
import { nameOf, say } from "../words.js";

/**
 * A line of the menu.
 * @typedef {{word: string, note?: string, state?: string, does: () => void}} Line
 */

export class Menu {
  /** @param {HTMLElement} element @param {{closed: () => void}} does */
  constructor(element, does) {
    this.element = element;
    this.does = does;
    this.sheet = "";
    this.before = null; // what had the focus
    element.addEventListener("keydown", (event) => this.keepFocus(event));
  }

  get isOpen() {
    return this.sheet !== "";
  }

  /** @param {string} sheet which of its lists */
  open(sheet) {
    if (!this.isOpen) {
      this.before = document.activeElement;
    }
    this.sheet = sheet;
    this.drawnAs = "";
  }

  close() {
    if (this.isOpen) {
      this.sheet = "";
      this.element.hidden = true;
      this.before?.focus?.({ preventScroll: true });
    }
  }

  /** @param {string} title @param {Line[]} lines @param {string} [text] */
  show(title, lines, text = "") {
    const drawnAs = JSON.stringify([this.sheet, title, text, lines]);
    this.element.hidden = false;
    if (drawnAs === this.drawnAs) {
      return;
    }
    const isNew = !this.element.contains(document.activeElement);
    const at = [...this.element.querySelectorAll("button")].indexOf(document.activeElement);
    this.drawnAs = drawnAs;
    const close = make("button", "close", { type: "button", "aria-label": say("my_close") }, "✕");
    close.addEventListener("click", () => this.does.closed());
    fill(
      this.element,
      make("div", "head", {}, make("h2", "", { id: "menu-title" }, title), close),
      text ? make("p", "text", {}, text) : null,
      ...lines.map(drawLine)
    );
    this.element.setAttribute("aria-labelledby", "menu-title");
    const buttons = this.element.querySelectorAll("button");
    (isNew ? this.element : (buttons[at] ?? this.element)).focus({ preventScroll: true });
  }

  /** The tab key stays within it. */
  keepFocus(event) {
    const buttons = [...this.element.querySelectorAll("button")];
    const edge = event.shiftKey ? buttons[0] : buttons.at(-1);
    if (event.key === "Tab" && (document.activeElement === edge || document.activeElement === this.element)) {
      event.preventDefault();
      (event.shiftKey ? buttons.at(-1) : buttons[0])?.focus();
    }
  }
}

/** @param {Line} line */
function drawLine(line) {
  const button = make(
    "button",
    "line",
    { type: "button", "aria-pressed": line.isOn === undefined ? null : String(line.isOn) },
    make("span", "words", {}, make("b", "", {}, line.word), line.note ? make("span", "", {}, line.note) : null),
    line.state ? make("b", line.isOn === false ? "state off" : "state", {}, line.state) : null
  );
  return guardKey(button, line.does);
}

/**
 * @param {object} view
 * @param {number} seat
 * @param {{press: (key: {key: string, word: string}) => void, open: (sheet: string) => void}} does
 * @returns {Line[]}
 */
function linesOfMenu(view, seat, does) {
  const free = view.seats[seat].any_time ?? [];
  const isCalled = (view.called ?? []).includes(seat);
  const keys = ["call_floor", "sit_out"]
    .flatMap((name) => free.filter(({ key }) => key === name))
    .map((key) => ({
      word: key.word,
      note: key.key === "sit_out" ? say("my_from_the_next_hand") : say(isCalled ? "my_floor_is_called" : "my_call_floor_note"),
      does: () => does.press(key),
    }));
  const lines = [...keys, { word: say("my_this_phone"), note: say("my_this_phone_note"), does: () => does.open("phone") }];
  return mayGiveBack(view, seat)
    ? [...lines, { word: say("my_give_seat_back"), note: say("my_between_hands"), does: () => does.open("give") }]
    : lines;
}

/** A seat is given back between hands, or by who is not in the hand. */
function mayGiveBack(view, seat) {
  const isInHand = ["in", "all_in"].includes(view.seats[seat].status);
  return ["idle", "seating"].includes(view.phase) || !isInHand;
}

/**
 * @param {import("../settings.js").Settings} settings
 * @param {(settings: import("../settings.js").Settings) => void} save
 * @returns {Line[]}
 */
function linesOfPhone(settings, save) {
  const onOff = (name) => ({
    word: say(name === "dark" ? "dark_room" : name),
    isOn: settings[name],
    state: say(settings[name] ? "on" : "off"),
    does: () => save({ ...settings, [name]: !settings[name] }),
  });
  const other = settings.thumb === "left" ? "right" : "left";
  const thumb = {
    word: say("which_thumb"),
    state: say(`${settings.thumb}_thumb`),
    does: () => save({ ...settings, thumb: other }),
  };
  return [thumb, onOff("sound"), onOff("buzz"), { ...onOff("dark"), note: say("dark_room_means") }];
}

/**
 * The list that is open, as it stands now.
 * @param {Menu} menu
 * @param {object} page of the seat
 */
export function showSheet(menu, page) {
  const { view, seat, link } = page;
  const open = (sheet) => page.openMenu(sheet);
  if (menu.sheet === "phone") {
    const mark = link.pairing?.mark;
    const text = [mark && say("my_mark_of_phone", { mark }), say("my_keep_awake")].filter(Boolean).join(" ");
    menu.show(say("my_this_phone"), linesOfPhone(page.settings, (settings) => page.like(settings)), text);
  } else if (menu.sheet === "give") {
    const lines = [
      { word: say("back"), does: () => open("menu") },
      { word: say("my_give_it_back"), does: () => page.giveUp() },
    ];
    menu.show(say("my_give_seat_back"), lines, say("my_give_seat_back_text"));
  } else {
    const title = `${say("seat_name", { number: seat })} · ${nameOf(view, seat)}`;
    menu.show(title, linesOfMenu(view, seat, { press: page.pressFree, open }));
  }
}
