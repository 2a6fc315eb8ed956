// A UART's two directions at their baud rate; rp2040js sends at once. Its FIFOs hold 32 bytes each.
const FIFO_BYTES = 32;
const ASKS_FOR_MORE_AT = 4;             // bytes in the FIFO, as the SDK sets it when it enables the interrupt
const BITS_A_BYTE = 10;                 // 8N1
const NS_A_BYTE = 86_806;               // of what arrives: 115200
const BUSY = 1 << 3, RX_EMPTY = 1 << 4, TX_FULL = 1 << 5, RX_FULL = 1 << 6, TX_EMPTY = 1 << 7, TX_INTERRUPT = 1 << 5;

// Bytes wait, and one after the other takes its time.
class Way {
  constructor(clock, nsAByte, done) {
    Object.assign(this, { nsAByte, done, bytes: [] });
    this.alarm = clock.createAlarm(() => this.next());
  }

  push(...bytes) {
    this.bytes.push(...bytes);
    if (this.bytes.length && !this.alarm.scheduled) this.alarm.schedule(this.nsAByte());
  }

  next() {
    this.alarm.scheduled = false;       // rp2040js leaves it set when an alarm has gone off
    const byte = this.bytes.shift();
    if (this.bytes.length) this.alarm.schedule(this.nsAByte());
    this.done(byte);
  }
}

export class Line {
  // sent: called with each byte when its last bit is out. arriving: what was under way to the chip before its start.
  constructor(mcu, number, sent, arriving = []) {
    const uart = mcu.uart[number];
    this.arriving = new Way(mcu.clock, () => NS_A_BYTE, (byte) => uart.feedByte(byte));     // too fast: dropped in silence
    this.arriving.push(...arriving);
    const leaving = new Way(mcu.clock, () => BITS_A_BYTE * 1e9 / uart.baudRate, (byte) => { uart.checkInterrupts(); sent(byte); });
    const inFifo = () => Math.max(0, leaving.bytes.length - 1);             // one is in the shift register
    uart.onByte = (byte) => { if (inFifo() < FIFO_BYTES) leaving.push(byte); };
    Object.defineProperty(uart, 'flags', { get: () =>
      (uart.rxFIFO.full ? RX_FULL : 0) | (uart.rxFIFO.empty ? RX_EMPTY : 0) | (leaving.bytes.length ? BUSY : 0)
      | (inFifo() >= FIFO_BYTES ? TX_FULL : 0) | (inFifo() ? 0 : TX_EMPTY) });
    uart.checkInterrupts = () => {
      if (inFifo() <= ASKS_FOR_MORE_AT) uart.interruptStatus |= TX_INTERRUPT;
      else uart.interruptStatus &= ~TX_INTERRUPT;
      mcu.setInterrupt(uart.irq, !!(uart.interruptStatus & uart.interruptMask));
    };
  }

  send(bytes) { this.arriving.push(...bytes); }
}
