/** How this phone is held, and what it may do: kept on the phone, for every seat that it has. */

import { recall, remember } from "./storage.js";

const NAME = "tablectl.settings";

/**
 * @typedef {object} Settings
 * @property {"left"|"right"} thumb
 * @property {boolean} sound at my turn
 * @property {boolean} buzz at my turn
 * @property {boolean} dark a dark room: nothing bright is large
 */

/** @type {Settings} */
const USUAL = { thumb: "right", sound: true, buzz: true, dark: false };

/** @returns {Settings} */
export function readSettings() {
  try {
    return { ...USUAL, ...JSON.parse(recall(NAME) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/** Keeps them, and shows the page accordingly. @param {Settings} settings */
export function saveSettings(settings) {
  remember(NAME, JSON.stringify(settings));
  wearTheme(settings);
}

/** `?theme=` of the address comes first: a screen in a room may have one of its own. */
export function wearTheme(settings = readSettings()) {
  const asked = new URLSearchParams(location.search).get("theme");
  const theme = asked ?? (settings.dark ? "dark" : "");
  const root = document.documentElement.dataset;
  if (["felt", "dark", "contrast", "colourblind"].includes(theme)) {
    root.theme = theme;
  } else {
    delete root.theme;
  }
}
