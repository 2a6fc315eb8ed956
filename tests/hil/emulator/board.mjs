// One emulated Pico: an image in flash, two UARTs byte by byte at their baud rate, USB, its pins, and the ring behind PIO 0.
import { ConsoleLogger, LogLevel, RP2040 } from 'rp2040js';
import { bootrom } from './bootrom.mjs';
import { Line } from './line.mjs';
import { UsbLine } from './usb.mjs';

const FLASH = 0x10000000;
const NS_A_CYCLE = 8;                   // 125 MHz
const WATCHDOG = 0x40058;
const RING = 16;                        // pins.h
const RING_BITS = 24 * 24;
const ONE_AT_LEAST = 4;                 // PIO cycles that the line is high for a 1: 7, or 4 before a stall; for a 0: 3
const PINS = 30;
const SPARE_RAM = 0x20041000;            // bank 5: the second core's stack, which sleeps
const ENDLESS = 0xe7fe;

export class Board {
  // closed: pins that are held to ground from the start, as by a strap. The rest are open and read high.
  // wire: what the host is at, `uart` or `usb`.
  constructor(image, closed, wire, told) {
    Object.assign(this, { image, wire, told });
    this.levels = Array.from({ length: PINS }, (_, pin) => !closed.includes(pin));
    this.before = 0;                    // ns of its time before the last start
    this.isHung = false;
    this.start(0);
  }

  // A new chip each time: rp2040js resets its core alone, and wipes the flash. And a new clock, or old alarms would go off.
  start(reason) {
    if (this.clock) this.before += this.clock.nanos;
    const mcu = this.mcu = new RP2040();
    this.clock = mcu.clock;
    mcu.logger = new ConsoleLogger(LogLevel.Error);
    mcu.loadBootrom(bootrom());
    mcu.flash.set(this.image, 0);
    mcu.core.PC = FLASH;
    this.scramble(mcu.sram);
    this.watchWatchdog(mcu.peripherals[WATCHDOG], reason);
    this.levels.forEach((level, pin) => mcu.gpio[pin].setInputValue(level));    // pulls are not modelled
    this.lines = [0, 1].map((n) => new Line(mcu, n, (byte) => this.told.byte(n, byte), this.lines?.[n].arriving.bytes));
    if (this.wire === 'usb') this.lines[0] = new UsbLine(mcu, (byte) => this.told.byte(0, byte));
    this.watchRing(mcu);
    this.watchPins(mcu);
  }

  // What stands in RAM at power-on is chance, and the firmware's chance comes of it: another at each start, the same in each run.
  scramble(ram) {
    this.chance ??= 0x2545f491;
    for (let i = 0; i < ram.length; i++) {
      this.chance ^= this.chance << 13;
      this.chance ^= this.chance >>> 17;
      this.chance ^= this.chance << 5;
      ram[i] = this.chance;
    }
  }

  watchWatchdog(watchdog, reason) {
    watchdog.reason = reason;
    watchdog.onWatchdogTrigger = () => {
      watchdog.alarm.enable = false;    // or it goes off for ever within one tick of the clock
      this.mustRestart = true;
    };
  }

  // rp2040js runs PIO by JavaScript's timers, beside the clock: here it is stepped with it.
  watchRing(mcu) {
    const pio = mcu.pio[0], machine = pio.machines[0];
    pio.run = () => {};
    let rose = 0, bits = '';
    mcu.gpio[RING].addListener((level) => {
      if (level === 1) rose = machine.cycles;
      else if (rose) bits += machine.cycles - rose >= ONE_AT_LEAST ? '1' : '0';
      if (bits.length === RING_BITS) {
        this.told.pixels(bits.match(/.{24}/g).map((one) => parseInt(one, 2).toString(16).padStart(6, '0')));
        bits = '';
      }
    });
    this.isRingBusy = () => !pio.stopped && !(machine.waiting && machine.txFIFO.empty);
    this.stepRing = () => { machine.step(); pio.checkChangedPins(); };          // the image uses no other machine
  }

  watchPins(mcu) {
    mcu.gpio.forEach((gpio, pin) => {
      if (pin !== RING) gpio.addListener((level) => { if (level < 2) this.told.pin(pin, level); });
    });
  }

  send(line, bytes) { this.lines[line].send(bytes); }

  set(pin, level) {
    this.levels[pin] = level;
    this.mcu.gpio[pin].setInputValue(level);
  }

  // A program that comes round no more: `b .` in RAM; interrupts still come.
  spin() {
    this.mcu.writeUint16(SPARE_RAM, ENDLESS);
    this.mcu.core.PC = SPARE_RAM;
  }

  get nanos() { return this.before + this.clock.nanos; }

  runTo(nanos) {
    if (this.isHung) this.before += nanos - this.nanos;                 // its time stands still
    while (this.nanos < nanos) {
      if (this.mustRestart) {
        this.mustRestart = false;
        this.start(1);
        this.told.reset();
      }
      if (this.mcu.core.waiting && !this.isRingBusy()) this.sleep(nanos);
      else this.execute(nanos);
    }
  }

  // On to the next alarm.
  sleep(nanos) {
    const next = this.clock.nextAlarm ? this.clock.nanosToNextAlarm : Infinity;
    this.clock.tick(Math.max(0, Math.min(next, nanos - this.nanos)));
  }

  // Until the core sleeps. clock.tick would do what is done here to the clock, and takes a third of all time where no alarm is due.
  execute(nanos) {
    const { clock, mcu: { core } } = this, end = nanos - this.before;
    do {
      clock.nanosCounter += (core.waiting ? 10 : core.executeInstruction()) * NS_A_CYCLE;
      if (clock.nextAlarm !== null && clock.nextAlarm.nanos <= clock.nanosCounter) clock.tick(0);
      if (this.isRingBusy()) this.stepRing();
      else if (core.waiting) return;
    } while (clock.nanosCounter < end && !this.mustRestart);
  }
}
