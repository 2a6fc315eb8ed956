// node run.mjs IMAGE CLOSED: a Pico whose time is told to it. CLOSED: pins held to ground from the start, as 26,27; empty: none.
// A line on stdin is one JSON array of words, an answer on stdout one JSON line: what its two UARTs sent, and what else it did.
//   ["run", NS, HEX, HEX]    its time goes on to NS; the bytes arrive at the wire and from the reader
//   ["close", PIN]  ["open", PIN]  ["reset"]  ["spin"]  ["hang"]  ["go"]
import fs from 'node:fs';
import readline from 'node:readline';
import { Board } from './board.mjs';

const [image, closed] = process.argv.slice(2);
const sent = [[], []];
let told = [];
const tell = (what) => told.push({ ...what, ms: Math.round(board.nanos / 1e6) });

const board = new Board(fs.readFileSync(image), closed.split(',').filter(Boolean).map(Number), {
  byte: (line, byte) => sent[line].push(byte),
  pixels: (pixels) => tell({ pixels }),
  pin: (pin, level) => tell({ pin, level }),
  reset: () => tell({ reset: 'watchdog' }),
});

const words = {
  run: (ns, ...lines) => {
    lines.forEach((hex, line) => { if (hex) board.send(line, Buffer.from(hex, 'hex')); });
    board.runTo(ns);
  },
  close: (pin) => board.set(pin, false),
  open: (pin) => board.set(pin, true),
  reset: () => board.start(0),
  spin: () => board.spin(),
  hang: () => { board.isHung = true; },
  go: () => { board.isHung = false; },
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, ...rest] = JSON.parse(line);
  words[word](...rest);
  const answer = { sent: sent.map((bytes) => Buffer.from(bytes.splice(0)).toString('hex')), told: told.splice(0) };
  process.stdout.write(JSON.stringify(answer) + '\n');
}).on('close', () => process.exit(0));
