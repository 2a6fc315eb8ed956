/** Who has the floor: a name and a PIN. What is wrong with them is never said apart. */

import { make, write } from "../elements.js";
import { recall, remember } from "../storage.js";
import { say } from "../words.js";
import { signIn } from "./asking.js";
import { keypad, sentence } from "./parts.js";

const NAME = "tablectl.operator";

/**
 * @param {string} why why somebody has to sign in again; may be empty
 * @param {(name: string) => void} done
 * @returns {Node[]}
 */
export function signInScreen(why, done) {
  const name = make("input", "line-input", { id: "operator", autocomplete: "username", autocapitalize: "off", spellcheck: "false", maxlength: 60 });
  // its keys are on the page: the phone's own would cover them
  const pin = make("input", "line-input pin", { id: "pin", type: "password", inputmode: "none", autocomplete: "current-password", maxlength: 32 });
  const warning = make("p", "warning", { role: "alert" }, why);
  const enter = make("button", "key stay", { type: "submit" }, say("sign_in"));
  const press = (key) => {
    pin.value = key === "⌫" ? pin.value.slice(0, -1) : key && pin.value + key;
  };
  const form = make(
    "form",
    "sign-in-form",
    { novalidate: true },
    make("h2", "question", {}, say("who_has_the_floor")),
    make("label", "field", {}, make("span", "label", {}, say("floor_name")), name),
    make("label", "field", {}, make("span", "label", {}, say("floor_pin")), pin),
    warning,
    keypad(press),
    enter
  );
  name.value = recall(NAME) ?? "";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (enter.disabled) {
      return;
    }
    enter.disabled = true;
    const asked = name.value.trim();
    const answer = await signIn(asked, pin.value);
    enter.disabled = false;
    pin.value = "";
    if (answer.ok) {
      remember(NAME, asked);
      done(answer.name);
      return;
    }
    write(warning, "");
    write(warning, `✕ ${sentence(answer.text ?? say("lost"))}`);
    pin.focus();
  });
  return [form];
}
