/** What the floor's page asks. The second token of a session is here, and nowhere else. */

import { say } from "../words.js";

let token = "";
let leaving = Promise.resolve();

/** @typedef {{ok: boolean, code?: string, text?: string} & Object<string, any>} Answer */

/** @returns {boolean} whether somebody has signed in on this page */
export function isSignedIn() {
  return token !== "";
}

/** @param {string} name @param {string} pin @returns {Promise<Answer>} */
export async function signIn(name, pin) {
  await leaving; // its answer takes the cookie away
  const answer = await post("in", { name, pin });
  token = answer.ok ? answer.token : "";
  return answer;
}

/** The session is over here, whatever the answer is. */
export function signOut() {
  leaving = post("out", {});
  forget();
}

/** The table knows this session no more. */
export function forget() {
  token = "";
}

/**
 * A line of the control socket; the server adds on whose behalf.
 * @param {object} line
 * @param {boolean} isAgain the page asks by itself: nobody has touched it
 * @returns {Promise<Answer>} never rejected; `lost`: nobody has answered
 */
export async function askLine(line, isAgain = false) {
  const session = token;
  const answer = await post(isAgain ? "line?again" : "line", line);
  if (answer.code === "lost" && !line.would) {
    answer.text = say("not_known"); // it may have come there, and only its answer not here
  }
  if (session === token && ["signed_out", "no_operator"].includes(answer.code)) {
    whenEnded(answer.text);
  }
  return answer;
}

let whenEnded = () => {};

/** @param {(why: string) => void} does when the table knows this session no more */
export function onEnded(does) {
  whenEnded = does;
}

async function post(what, fields) {
  try {
    const response = await fetch(`/floor/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Tablectl": token },
      body: JSON.stringify(fields),
    });
    return await response.json();
  } catch {
    return { ok: false, code: "lost", text: say("lost") };
  }
}

/**
 * The last hands, or one of them (`hand`) act by act.
 * @param {{hand?: number}} wanted @param {boolean} isAgain as of askLine @returns {Promise<Answer>}
 */
export async function askHands(wanted, isAgain = false) {
  const answer = await post(isAgain ? "hands?again" : "hands", wanted);
  if (answer.code === "signed_out") {
    whenEnded(answer.text);
  }
  return answer;
}
