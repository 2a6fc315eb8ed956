/** The switch for a dark room: as on a seat's phone, and kept on this device for all its pages. */

import { make } from "../elements.js";
import { readSettings, saveSettings } from "../settings.js";
import { say } from "../words.js";
import { makeKey } from "./parts.js";

/** @returns {HTMLButtonElement} */
export function darkSwitch() {
  const key = makeKey("", () => turn(key), "line dark", { role: "switch", "data-id": "dark" });
  const means = make("small", "", {}, say("dark_room_means"));
  key.append(make("span", "word", {}, say("dark_room"), means), make("b", "", { "aria-hidden": "true" }));
  show(key);
  return key;
}

function turn(key) {
  const settings = readSettings();
  saveSettings({ ...settings, dark: !settings.dark });
  show(key);
}

function show(key) {
  const { dark } = readSettings();
  key.setAttribute("aria-checked", String(dark));
  key.lastChild.textContent = say(dark ? "on" : "off");
}
