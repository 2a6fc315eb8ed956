/** The signs of the floor's places, drawn with lines in a square of 24. */

import { draw } from "../elements.js";

/** @type {Object<string, [string, object][]>} */
const SIGNS = {
  table: [
    ["ellipse", { cx: 12, cy: 12, rx: 9.5, ry: 6.5 }],
    ["path", { d: "M8 12h8" }],
  ],
  seats: [
    ["circle", { cx: 9, cy: 8, r: 3.4 }],
    ["path", { d: "M2.8 19.5c0-3.6 2.6-6 6.2-6s6.2 2.4 6.2 6" }],
    ["circle", { cx: 17, cy: 9, r: 2.6 }],
    ["path", { d: "M17.6 14.2c2.2.4 3.6 2.2 3.6 4.8" }],
  ],
  hands: [
    ["rect", { x: 4, y: 6, width: 9, height: 14, rx: 2 }],
    ["path", { d: "M9.5 3.5l10 2.2-2.8 12.6" }],
  ],
  clock: [
    ["circle", { cx: 12, cy: 12, r: 9 }],
    ["path", { d: "M12 6.5V12l3.8 2.2" }],
  ],
  devices: [
    ["rect", { x: 3, y: 4.5, width: 18, height: 12, rx: 1.5 }],
    ["path", { d: "M12 16.5v3.5M7.5 20h9" }],
  ],
  people: [
    ["rect", { x: 5, y: 10.5, width: 14, height: 10, rx: 2 }],
    ["path", { d: "M8 10.5V7.5a4 4 0 0 1 8 0v3" }],
  ],
  decks: [
    ["rect", { x: 5, y: 6.5, width: 14, height: 14, rx: 2 }],
    ["path", { d: "M7 3.5h10M9.5 13.5h5M12 11v5" }],
  ],
  more: [
    ["circle", { cx: 5, cy: 12, r: 1.8 }],
    ["circle", { cx: 12, cy: 12, r: 1.8 }],
    ["circle", { cx: 19, cy: 12, r: 1.8 }],
  ],
  phone: [
    ["rect", { x: 6, y: 2.5, width: 12, height: 19, rx: 2.5 }],
    ["path", { d: "M10.5 18h3" }],
  ],
};

/** @param {string} name of SIGNS @returns {SVGElement} */
export function icon(name) {
  const lines = SIGNS[name].map(([tag, attributes]) => draw(tag, attributes));
  return draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, ...lines);
}
