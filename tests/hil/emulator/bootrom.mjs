// A boot ROM of our own for an emulated RP2040. The real one starts what lies in flash, and hands out helpers by a code of two
// letters; an image whose memory, bit and floating point helpers are the compiler's asks it for nothing that it would miss.
// Erasing and programming flash are the ROM's part, too: here they do nothing, so nothing that is kept there outlives a reset.
const STACK = 0x20041f00;
const NOBODY = 0x10000101;              // the board sets PC to the start of flash
const RETURNS = 0x121;                  // the function that everyone gets: bx lr

export function bootrom() {
  const rom = new DataView(new ArrayBuffer(16 * 1024));
  const halfwords = (at, ...values) => values.forEach((value, i) => rom.setUint16(at + 2 * i, value, true));
  rom.setUint32(0x00, STACK, true);
  rom.setUint32(0x04, NOBODY, true);
  rom.setUint8(0x13, 2);                // version of the ROM
  halfwords(0x14, 0x200, 0x200, 0x101); // tables of functions and of data, both empty; the function that looks them up
  halfwords(0x100, 0x4800, 0x4770, RETURNS, 0);         // ldr r0, =RETURNS; bx lr
  halfwords(0x120, 0x4770);
  return new Uint32Array(rom.buffer);
}
