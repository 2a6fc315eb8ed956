/** A phone has four tabs: the places that have none are lines here, and so is the switch of a dark room. */

import { make } from "../elements.js";
import { say } from "../words.js";
import { darkSwitch } from "./dark.js";
import { icon } from "./icons.js";
import { makeKey, title } from "./parts.js";
import { placesOf } from "./places.js";

export const morePlace = {
  name: "more",
  draw(page) {
    const lines = placesOf(page).filter((one) => !one.isTab);
    return [title(say("place_more")), make("div", "lines", {}, ...lines.map((one) => line(one, page)), darkSwitch())];
  },
};

function line(place, page) {
  const count = place.count?.(page) ?? 0;
  const key = makeKey(icon(place.name), () => page.go(place.name), "line", { "data-id": `more-${place.name}` });
  key.append(
    make("span", "word", {}, say(`place_${place.name}`)),
    count ? make("span", "badge", {}, count) : make("span", "opens", { "aria-hidden": "true" }, "›")
  );
  return key;
}
