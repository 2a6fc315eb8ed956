// node run.mjs IMAGE CLOSED WIRE: a Pico whose time is told to it. CLOSED: pins held to ground from the start, as 26,27; empty:
// none. WIRE: uart or usb, where the host is.
// A line on stdin is a JSON array of orders, each at its moment: [WORD, NS, ...]; its time goes on to NS, and then it is done.
//   ["run", NS]  ["say", NS, LINE, HEX]  ["close", NS, PIN]  ["open", NS, PIN]  ["reset", NS]  ["spin", NS]  ["hang", NS]  ["go", NS]
//   ["deaf", NS]  ["hears", NS]: the host at USB reads nothing, or reads again
// LINE is 0 for the wire, 1 for the reader. The answer is one JSON line: what it sent on both lines, and what else it did.
import fs from 'node:fs';
import readline from 'node:readline';
import { Board } from './board.mjs';

const [image, closed, wire] = process.argv.slice(2);
const sent = [[], []];
let told = [];
const tell = (what) => told.push({ ...what, ms: Math.round(board.nanos / 1e6) });

const board = new Board(fs.readFileSync(image), closed.split(',').filter(Boolean).map(Number), wire, {
  byte: (line, byte) => sent[line].push(byte),
  pixels: (pixels) => tell({ pixels }),
  pin: (pin, level) => tell({ pin, level }),
  reset: () => tell({ reset: 'watchdog' }),
});

const words = {
  run: () => {},
  say: (line, hex) => board.send(line, Buffer.from(hex, 'hex')),
  close: (pin) => board.set(pin, false),
  open: (pin) => board.set(pin, true),
  reset: () => board.start(0),
  spin: () => board.spin(),
  hang: () => { board.isHung = true; },
  go: () => { board.isHung = false; },
  deaf: () => board.lines[0].hear(false),
  hears: () => board.lines[0].hear(true),
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  for (const [word, nanos, ...rest] of JSON.parse(line)) {
    board.runTo(nanos);
    words[word](...rest);
  }
  const answer = { sent: sent.map((bytes) => Buffer.from(bytes.splice(0)).toString('hex')), told: told.splice(0) };
  process.stdout.write(JSON.stringify(answer) + '\n');
}).on('close', () => process.exit(0));
