// A Pico's USB serial port at a host that has opened it. Bytes go as fast as USB takes them.
import { USBCDC } from 'rp2040js';

export class UsbLine {
  // sent: called with each byte that the host has read. What was under way to the chip before its start is lost, as it is on USB.
  constructor(mcu, sent) {
    this.usb = mcu.usbCtrl;
    this.arriving = { bytes: [] };
    this.room = 0;                      // of the packet that the chip waits for
    this.isDeaf = false;
    this.cdc = new USBCDC(this.usb);
    this.cdc.onSerialData = (bytes) => bytes.forEach(sent);
    this.usb.onEndpointRead = (endpoint, room) => {     // rp2040js would answer with nothing, a hundred times a millisecond
      if (endpoint !== this.cdc.outEndpoint) return;
      this.room = room;
      this.give();
    };
    this.holdWhatIsNotRead();
  }

  // A packet that nobody reads stays in the chip, and none comes behind it.
  holdWhatIsNotRead() {
    const read = this.usb.indicateBufferReady.bind(this.usb);
    this.usb.indicateBufferReady = (endpoint, isOut) => {
      if (this.isDeaf && !isOut && endpoint === this.cdc.inEndpoint) this.held = () => read(endpoint, isOut);
      else read(endpoint, isOut);
    };
  }

  hear(does) {
    this.isDeaf = !does;
    if (does) this.held?.();
    this.held = undefined;
  }

  send(bytes) {
    this.arriving.bytes.push(...bytes);
    this.give();
  }

  give() {
    const { bytes } = this.arriving;
    if (!this.room || !bytes.length) return;
    this.usb.endpointReadDone(this.cdc.outEndpoint, Uint8Array.from(bytes.splice(0, this.room)));
    this.room = 0;
  }
}
