/**
 * What a phone signs, and how: HMAC-SHA-256 in plain JavaScript, for a page over http has no
 * WebCrypto. The texts are those of tablectl/service/phones/presses.py.
 */

const BLOCK_BYTES = 64;
const MAC_BYTES = 8;
const KEY_BYTES = 16;

/**
 * HMAC-SHA-256 of a text, its first 8 bytes in hex digits.
 * @param {string} key in hex digits
 * @param {string} text
 */
export function macOf(key, text) {
  return hexOf(hmac(key, text).slice(0, MAC_BYTES));
}

/**
 * The key of a phone: of the code that it has read, and of bits that it adds by chance. So a picture
 * of the code gives nobody the key of the phone that has read it.
 * @param {string} code its key, in hex digits
 * @param {string} nonce in hex digits
 */
export function phoneKey(code, nonce) {
  return hexOf(hmac(code, nonce).slice(0, KEY_BYTES));
}

/** Bits by chance, in hex digits. */
export function newNonce() {
  return hexOf(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
}

/** @returns {Uint8Array} */
function hmac(key, text) {
  const secret = bytesOf(key);
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(secret.length > BLOCK_BYTES ? sha256(secret) : secret);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), new TextEncoder().encode(text)));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/**
 * @param {string} table the table's name
 * @param {{seat: number, epoch: number, number: number, on: string, key: string, amount: number}}
 *     press
 */
export function pressText(table, press) {
  const { seat, epoch, number, on, key, amount } = press;
  return ["press of a phone", table, seat, epoch, number, on, key, amount].join("\n");
}

export function pairText(table, seat, nonce) {
  return ["phone for a seat", table, seat, nonce].join("\n");
}

export function pageText(table, seat, epoch) {
  return ["page of a seat", table, seat, epoch].join("\n");
}

export function giveUpText(table, seat, epoch) {
  return ["seat given back", table, seat, epoch].join("\n");
}

export function keepText(table, seat, epoch) {
  return ["seat kept", table, seat, epoch].join("\n");
}

/** @param {number} of the seat that another phone asks for, in this hand @param {boolean} yes */
export function approveText(table, seat, epoch, hand, of, yes) {
  return ["answer for another seat", table, seat, epoch, hand, of, yes ? "yes" : "no"].join("\n");
}

/** @param {string} hex @returns {Uint8Array} */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function joined(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

// SHA-256 (FIPS 180-4). Its constants are made as the standard defines them: the first 32 bits of
// the fractions of square and cube roots of the first primes.

const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0)) {
      found.push(n);
    }
  }
  return found;
}

function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/** @param {Uint8Array} message @returns {Uint8Array} */
export function sha256(message) {
  const padded = pad(message);
  const state = [...START];
  for (let from = 0; from < padded.length; from += BLOCK_BYTES) {
    mix(state, new DataView(padded.buffer, from, BLOCK_BYTES));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** A one, zeros, and the length in bits: whole blocks. */
function pad(message) {
  const blocks = Math.ceil((message.length + 9) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, message.length * 8);
  return padded;
}

function mix(state, block) {
  const words = schedule(block);
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + sum + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] + word) | 0;
  });
}

function schedule(block) {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i++) {
    words[i] = block.getInt32(4 * i);
  }
  for (let i = 16; i < 64; i++) {
    const early = turned(words[i - 15], 7) ^ turned(words[i - 15], 18) ^ (words[i - 15] >>> 3);
    const late = turned(words[i - 2], 17) ^ turned(words[i - 2], 19) ^ (words[i - 2] >>> 10);
    words[i] = words[i - 16] + early + words[i - 7] + late;
  }
  return words;
}

function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}
