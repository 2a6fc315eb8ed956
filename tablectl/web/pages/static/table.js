/**
 * The table's stream: the newest view, whether the table answers, and coming back by itself.
 *
 * A page that hears nothing for 2 s is lost; it connects again after 0.25 s, and then after twice
 * as long each time, 2 s at most. A hidden page has no stream.
 */

const SILENCE_MS = 1750; // it is said within two seconds; the table is heard twice a second
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2000;

/**
 * @typedef {object} Hello
 * @property {string} table the table's name
 * @property {string} language
 * @property {Object<string, string>} words
 * @property {string} build of the pages; another one: this page is an old one
 * @property {number[]} phones the seats that are phones
 * @property {boolean} digits whether four of them open a seat, too
 * @property {number} [age_ms] how old the view is that comes next
 */

/**
 * What a page is told.
 * @typedef {object} Told
 * @property {(hello: Hello) => void} hello first on each stream
 * @property {(view: object, ageMs: number) => void} view the newest, whole; `ageMs`: since when its
 *     clocks have run on
 * @property {(seat: object) => void} [seat] of a seat's stream: how the table knows this phone
 * @property {(status: object) => void} [status] of the floor's stream: as the table has it now
 * @property {() => void} [ended] of the floor's stream: nobody has signed in any more
 * @property {(isLost: boolean) => void} lost whether the table does not answer; when it changes
 */

/**
 * Follows the table until it is closed.
 * @param {() => string} address of the stream, asked at each connecting
 * @param {Told} told
 * @returns {{close: () => void, reconnect: () => void, heardAt: () => number}} `heardAt`: the time
 *     of the last sign of life, as performance.now() has it
 */
export function followTable(address, told) {
  let stream = null;
  let wait = FIRST_WAIT_MS;
  let retry = 0;
  let heard = performance.now();
  let opened = heard;
  let isTableThere = true;
  let hasView = false;
  let isLost = false;
  let build = "";
  let ageMs = 0;

  function open() {
    shut();
    if (document.hidden) {
      return;
    }
    hasView = false;
    opened = performance.now();
    stream = new EventSource(address());
    stream.addEventListener("hello", (event) => {
      const hello = JSON.parse(event.data);
      if (build && hello.build !== build) {
        location.reload();
        return;
      }
      build = hello.build;
      ageMs = hello.age_ms ?? 0;
      told.hello(hello);
      hear();
    });
    stream.addEventListener("view", (event) => {
      hasView = true;
      isTableThere = true;
      told.view(JSON.parse(event.data), ageMs);
      ageMs = 0;
      hear();
    });
    stream.addEventListener("seat", (event) => told.seat?.(JSON.parse(event.data)));
    stream.addEventListener("status", (event) => told.status?.(JSON.parse(event.data)));
    stream.addEventListener("ended", () => told.ended?.());
    stream.addEventListener("alive", (event) => {
      isTableThere = JSON.parse(event.data).table;
      hear();
    });
    stream.addEventListener("error", openLater);
  }

  function shut() {
    clearTimeout(retry);
    retry = 0;
    stream?.close();
    stream = null;
  }

  function openLater() {
    shut();
    retry = setTimeout(open, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  function hear() {
    heard = performance.now();
    wait = FIRST_WAIT_MS;
    look();
  }

  /** Says whether the table is lost, and gives a silent stream up. */
  function look() {
    const now = performance.now();
    const isSilent = now - heard >= SILENCE_MS;
    const isLostNow = isSilent || !isTableThere || (isLost && !hasView);
    if (isLostNow !== isLost) {
      isLost = isLostNow;
      told.lost(isLost);
    }
    if (isSilent && stream && now - opened >= SILENCE_MS) {
      openLater();
    }
  }

  function changeVisibility() {
    if (document.hidden) {
      shut();
    } else {
      wait = FIRST_WAIT_MS;
      look();
      open();
    }
  }

  const beat = setInterval(() => !document.hidden && look(), 250);
  document.addEventListener("visibilitychange", changeVisibility);
  open();
  return {
    close() {
      clearInterval(beat);
      document.removeEventListener("visibilitychange", changeVisibility);
      shut();
    },
    reconnect: open,
    heardAt: () => heard,
  };
}
