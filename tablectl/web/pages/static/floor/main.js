/** The floor's page: who has the floor, how the table stands, and what is ruled. */

import { at, fill, write } from "../elements.js";
import { showAge, showLost } from "../parts.js";
import { wearTheme } from "../settings.js";
import { followTable } from "../table.js";
import { minutes, say, setLanguage } from "../words.js";
import { askLine, forget, isSignedIn, onEnded, signOut } from "./asking.js";
import { formScreen } from "./form.js";
import { refill, sentence } from "./parts.js";
import { Preview } from "./preview.js";
import { Ruled } from "./ruled.js";
import { hasForm } from "./rulings.js";
import { signInScreen } from "./sign_in.js";
import { caseScreen, lastPlate, listScreen, statusScreen } from "./status.js";

let status = null;
let statusAt = 0;
let view = null;
let who = "";
let refusal = "";
let isListed = false; // what may be ruled stands in the second column
let opened = null; // a form, a preview, or what was ruled: it stands in the second column
let stream = null;
let greeted = false;
let seen = "";
let openedBy = "";

const does = {
  list: () => showList(),
  back: () => goBack(),
  open: (ruling) => openRuling(ruling),
  pause: (ruling) => pause(ruling),
};

wearTheme();
onEnded((why) => end(why));
follow();
setInterval(tick, 250);
at("lock").addEventListener("click", async () => {
  await signOut();
  end("");
});

function follow() {
  stream?.close();
  greeted = false;
  stream = followTable(() => "/floor/stream", {
    hello: greet,
    view: takeView,
    status: takeStatus,
    ended: () => end(isSignedIn() ? say("signed_out") : ""),
    lost: (isLost) => isSignedIn() && showLost(at("lost"), isLost),
  });
}

function greet(hello) {
  setLanguage(hello);
  document.title = hello.table;
  write(at("table"), hello.table);
  at("plain").hidden = !hello.plain;
  write(at("plain"), `⚠ ${say("plain_http")}`);
  write(at("lock"), say("lock_page"));
  if (!greeted && !isSignedIn()) {
    end(""); // a page that was loaded anew has no token
  }
  greeted = true;
}

/** Nobody has the floor here: name and PIN are asked. */
function end(why) {
  stream.close();
  forget();
  showLost(at("lost"), false);
  closeOpened();
  [status, view, who, isListed, refusal, seen] = [null, null, "", false, "", ""];
  at("columns").hidden = true;
  at("lock").hidden = true;
  at("band").hidden = true;
  write(at("who"), "");
  write(at("hand"), say("is_locked"));
  fill(at("first"));
  fill(at("second"));
  at("sign-in").hidden = false;
  fill(at("sign-in"), ...signInScreen(why, begin));
  at(at("operator").value ? "pin" : "operator").focus();
}

function begin(name) {
  who = name;
  at("sign-in").hidden = true;
  fill(at("sign-in"));
  at("columns").hidden = false;
  at("lock").hidden = false;
  write(at("who"), say("has_the_floor", { name }));
  follow();
}

function takeView(newest) {
  view = newest;
  opened?.preview?.askAgain();
  draw();
}

function takeStatus(newest) {
  status = newest;
  statusAt = performance.now();
  opened?.preview?.take(status);
  opened?.ruled?.take(status);
  draw();
}

function tick() {
  if (!isSignedIn()) {
    return;
  }
  showAge(at("lost"), stream.heardAt());
  drawBand();
}

// What is opened

function openRuling(ruling) {
  openedBy = document.activeElement?.dataset.id ?? openedBy;
  refusal = "";
  if (hasForm(ruling)) {
    const parts = formScreen(ruling, status.names, { show: (given) => openPreview(ruling, given), back: does.back });
    show({ parts });
  } else {
    openPreview(ruling, {});
  }
}

function openPreview(ruling, given) {
  const preview = new Preview(ruling, given, status, { back: does.back, ruled: showRuled });
  show({ preview, parts: [preview.element] });
}

function showRuled(done) {
  const ruled = new Ruled(done, status, who, does.back);
  isListed = false;
  show({ ruled, parts: [ruled.element] });
}

function show(what) {
  closeOpened();
  opened = what;
  fill(at("second"), ...what.parts);
  at("second").querySelector("[tabindex='-1']")?.focus({ preventScroll: true });
  scrollTo(0, 0);
  draw();
}

function showList() {
  openedBy = document.activeElement?.dataset.id ?? openedBy;
  isListed = true;
  closeOpened();
  draw();
  at("second").querySelector("[tabindex='-1']")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** What was opened is closed, and the focus is where it was. */
function goBack() {
  if (opened) {
    closeOpened();
  } else {
    isListed = false;
  }
  seen = "";
  draw();
  document.querySelector(`[data-id="${CSS.escape(openedBy)}"]`)?.focus();
}

function closeOpened() {
  opened?.ruled?.close();
  opened?.preview?.close("");
  opened = null;
}

/** At once: its effect stands below it. */
async function pause(ruling) {
  const answer = await askLine({ floor: ruling.ruling, ...ruling.values });
  refusal = answer.ok ? "" : `✕ ${sentence(answer.text)}`;
  seen = "";
  draw();
}

// Drawing: nothing is drawn anew that is as it was, and nothing under a finger

function draw() {
  if (!status || !isSignedIn()) {
    return;
  }
  write(at("hand"), status.hand ? say("hand", { hand: status.hand }) : "");
  at("page").classList.toggle("is-open", Boolean(opened) || isListed);
  drawBand();
  write(at("alert"), status.wrong ? sentence(status.wrong.what) : "");
  const shown = JSON.stringify([{ ...status, wrong: { ...status.wrong, for_s: 0 }, devices: status.devices.map(({ name, why, is_heard, not_believed, silent_ms }) => [name, why, is_heard, not_believed, silent_ms === null]) }, view?.board, view?.pot_total, view?.ask, view?.lost, refusal, isListed, Boolean(opened)]);
  if (shown === seen) {
    return;
  }
  seen = shown;
  const first = status.wrong ? caseScreen(status, view, does, refusal) : statusScreen(status, view, does, refusal);
  refill(at("first"), [...first, opened || isListed ? null : lastOnPhone()]);
  if (!opened) {
    refill(at("second"), isListed ? listScreen(status, does) : [lastPlate(status)]);
  }
}

/** A phone has one column: what was last stands in it. */
function lastOnPhone() {
  const last = lastPlate(status);
  last.classList.add("on-phone");
  return last;
}

function drawBand() {
  const { wrong } = status ?? {};
  at("band").hidden = !wrong;
  if (wrong) {
    const forS = (wrong.for_s ?? 0) + (performance.now() - statusAt) / 1000;
    write(at("band"), `⚠ ${say("halted_case", { number: wrong.number })}   ${minutes(Math.floor(forS))}`);
  }
}
