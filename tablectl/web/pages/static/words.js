/** Words and numbers in the table's language. The words come with the stream's `hello`. */

/** @type {Object<string, string>} */
let words = {};
let separator = ",";
let list = new Intl.ListFormat("en-GB", { type: "conjunction" });
let plurals = new Intl.PluralRules("en");

/**
 * Takes the language of the table.
 * @param {{language: string, words: Object<string, string>}} hello
 */
export function setLanguage(hello) {
  words = hello.words;
  document.documentElement.lang = hello.language;
  const english = hello.language === "en";
  const parts = new Intl.NumberFormat(hello.language).formatToParts(1234567);
  separator = english ? "," : (parts.find((part) => part.type === "group")?.value ?? ",");
  list = new Intl.ListFormat(english ? "en-GB" : hello.language, { type: "conjunction" });
  plurals = new Intl.PluralRules(hello.language);
}

/**
 * A text with its fields filled in: `{name}`, or `{amount:,}` with the language's thousands.
 * @param {string} key one of words.py
 * @param {Object<string, string|number>} [fields]
 */
export function say(key, fields = {}) {
  return (words[key] ?? "").replace(/\{(\w+)(:,)?\}/g, (_, name, isAmount) =>
    isAmount ? amount(fields[name]) : String(fields[name])
  );
}

/**
 * The same of a text that there is for one and for several: `hands_one`, `hands_many`.
 * @param {number} count by which it is chosen
 */
export function sayCount(key, count, fields = {}) {
  return say(`${key}_${plurals.select(count) === "one" ? "one" : "many"}`, fields);
}

/**
 * A text whose fields may be elements: its parts in order.
 * @param {Object<string, string|number|Node>} fields
 * @returns {(string|Node)[]}
 */
export function sayParts(key, fields) {
  return (words[key] ?? "").split(/\{(\w+)(?::,)?\}/).map((part, i) => (i % 2 ? fields[part] : part));
}

/** Whether there is a text of this key. */
export function canSay(key) {
  return key in words;
}

/** "1,200"; in Spanish "1.200". @param {number} number */
export function amount(number) {
  const digits = String(Math.abs(number)).replace(/\B(?=(\d{3})+$)/g, separator);
  return number < 0 ? `−${digits}` : digits;
}

/** "+1,200", "−50", "0". @param {number} number */
export function gain(number) {
  return number > 0 ? `+${amount(number)}` : amount(number);
}

/** "100 / 200". @param {{small_blind: number, big_blind: number}} blinds */
export function stakes(blinds) {
  return `${amount(blinds.small_blind)} / ${amount(blinds.big_blind)}`;
}

/** "0:24", "10:11", "1:05:00". @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(whole / 3600);
  const rest = String(whole % 60).padStart(2, "0");
  const middle = Math.floor((whole % 3600) / 60);
  return hours ? `${hours}:${String(middle).padStart(2, "0")}:${rest}` : `${middle}:${rest}`;
}

/** "Hanna, Luca and Noor". @param {string[]} names */
export function joined(names) {
  return list.format(names);
}

/** The name of a seat's player, or its number where it has none. */
export function nameOf(view, number) {
  return view.seats[number]?.name || say("seat_name", { number });
}

/** The first letter large. */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
