/** What a view says of the whole table, for any page: no rule, only what is there. */

/** Whether a dealer plays against every seat, cards are shot at, or players play for pots. */
export function groupOf(view) {
  const house = [view.dealer, view.limits, view.ante_table, view.house];
  if (house.some((one) => one !== null && one !== undefined)) {
    return "house";
  }
  return view.game || view.shot || view.board_shots?.length ? "rack" : "ring";
}

const FELTS = ["tournament", "canterbury", "texas6plus", "casino", "pool"];

/** Lays the felt of the game; a game of somebody's own has that of the games played alike. */
export function layFelt(view) {
  const alike = { house: "casino", rack: "pool", ring: "tournament" }[groupOf(view)];
  document.documentElement.dataset.preset = FELTS.includes(view.preset) ? view.preset : alike;
}

/** The seats that somebody has, by number. @returns {[number, object][]} */
export function seatsOf(view) {
  return Object.entries(view.seats)
    .map(([number, seat]) => [Number(number), seat])
    .filter(([, seat]) => seat.status !== "empty")
    .sort(([one], [other]) => one - other);
}

/** Whether no clock runs, whoever was asked. */
export function standsStill(view) {
  return Boolean(
    view.phase === "halted" || view.paused || view.lock || view.hold || view.lost
  );
}

const OF_A_SEAT = [
  "post", "act", "motion", "awaited", "complete", "show", "muck", "decide", "shot", "come", "cut",
];

/** Whether this seat is asked alone, and play does not stand still. */
export function isAsked(view, number) {
  return OF_A_SEAT.includes(view.ask?.kind) && view.ask.seats.includes(number);
}

/** Whether this seat is asked together with others, and has not answered. */
export function isAskedToo(view, number) {
  return Boolean(view.seats[number]?.to_answer);
}

/** Whether it is this seat's turn, alone or with others, and the clock may run. */
export function isItsTurn(view, number) {
  return !standsStill(view) && (isAsked(view, number) || isAskedToo(view, number));
}

/** Whether a card lies face up. */
export function isUp(card) {
  return card !== "??";
}

/** The cards of a seat that lie face up before it. @returns {string[]} */
export function upCards(seat) {
  const isGone = seat.status === "folded" || seat.last_action?.code === "mucked";
  return isGone ? [] : (seat.cards ?? []).filter(isUp);
}
