/** The floor's page: who has the floor, and what the table tells it. */

import { at, fill, write } from "../elements.js";
import { showAge, showLost } from "../parts.js";
import { wearTheme } from "../settings.js";
import { followTable } from "../table.js";
import { say, setLanguage } from "../words.js";
import { forget, isSignedIn, onEnded, signOut } from "./asking.js";
import { darkSwitch } from "./dark.js";
import { drawBand, drawFrame, forgetDrawn } from "./frame.js";
import { Page } from "./page.js";
import { writeLive } from "./parts.js";
import { signInScreen } from "./sign_in.js";

const page = new Page(drawFrame);
let stream = null;
let greeted = false;

wearTheme();
onEnded((why) => end(why));
follow();
setInterval(tick, 250);
at("lock").addEventListener("click", () => {
  signOut();
  end("");
});

function follow() {
  stream?.close();
  greeted = false;
  stream = followTable(() => "/floor/stream", {
    hello: greet,
    view: (view, ageMs) => page.takeView(view, ageMs),
    status: (status) => page.takeStatus(status),
    ended: () => end(isSignedIn() ? say("signed_out") : ""),
    lost: (isLost) => isSignedIn() && showLost(at("lost"), isLost),
  });
}

function greet(hello) {
  setLanguage(hello);
  document.title = hello.table;
  page.hasHands = hello.hands;
  write(at("table"), hello.table);
  at("plain").hidden = !hello.plain;
  write(at("plain"), `⚠ ${say("plain_http")}`);
  at("nav").setAttribute("aria-label", say("places"));
  at("lock").setAttribute("aria-label", say("lock_page"));
  write(at("lock-word"), say("lock_page"));
  fill(at("dark"), darkSwitch());
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
  page.forget();
  forgetDrawn();
  at("page").classList.add("is-locked");
  at("columns").hidden = true;
  at("lock").hidden = true;
  at("band").hidden = true;
  fill(at("who"));
  write(at("hand"), say("is_locked"));
  at("sign-in").hidden = false;
  fill(at("sign-in"), ...signInScreen(why, begin));
  at(at("operator").value ? "pin" : "operator").focus();
}

function begin(name) {
  page.who = name;
  at("page").classList.remove("is-locked");
  at("sign-in").hidden = true;
  fill(at("sign-in"));
  at("columns").hidden = false;
  at("lock").hidden = false;
  follow();
}

function tick() {
  if (!isSignedIn()) {
    return;
  }
  showAge(at("lost"), stream.heardAt());
  drawBand(page);
  writeLive();
}
