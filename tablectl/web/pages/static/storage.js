/** What a phone remembers. Where its browser keeps nothing, this page does, as long as it is open. */

const forgotten = new Map();
let isForgetful = false;

/** Whether the browser keeps nothing, so that all is gone when the page is closed. */
export function keepsNothing() {
  return isForgetful;
}

/** @returns {string|null} */
export function recall(name) {
  if (forgotten.has(name)) {
    return forgotten.get(name);
  }
  try {
    return localStorage.getItem(name);
  } catch {
    isForgetful = true;
    return null;
  }
}

/** @param {string|null} text null: nothing is remembered */
export function remember(name, text) {
  try {
    if (text === null) {
      localStorage.removeItem(name);
    } else {
      localStorage.setItem(name, text);
    }
  } catch {
    isForgetful = true;
    forgotten.set(name, text);
  }
}
