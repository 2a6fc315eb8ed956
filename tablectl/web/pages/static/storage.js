/** What a phone remembers. Where its browser keeps nothing, this page does, as long as it is open. */

const forgotten = new Map();

/** @returns {string|null} */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return forgotten.get(name) ?? null;
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
    forgotten.set(name, text);
  }
}
