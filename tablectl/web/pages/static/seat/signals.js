/** Sounds and buzzes. Nothing is told by them alone. */

// Each tone: the form of its wave, its frequency and where it slides to, when it begins, how long
// it is, how loud.
const RECIPES = {
  your_turn: [
    { form: "sine", hz: 660, at: 0, ms: 140, volume: 0.25 },
    { form: "sine", hz: 880, at: 0.08, ms: 140, volume: 0.25 },
  ],
  last_second: [{ form: "sine", hz: 1000, at: 0, ms: 40, volume: 0.12 }],
  check: [
    { form: "sine", hz: 140, at: 0, ms: 60, volume: 0.2 },
    { form: "sine", hz: 140, at: 0.12, ms: 60, volume: 0.2 },
  ],
  refused: [
    { form: "triangle", hz: 180, at: 0, ms: 70, volume: 0.2 },
    { form: "triangle", hz: 180, at: 0.14, ms: 70, volume: 0.2 },
  ],
  winner: [523, 659, 784].map((hz, i) => ({ form: "sine", hz, at: 0.09 * i, ms: 300, volume: 0.25 })),
};

const ATTACK_S = 0.005;

/** What is felt and heard at an event. */
const EVENTS = {
  my_turn: { buzz: [60, 80, 60], sound: "your_turn" },
  half_clock: { buzz: [60, 80, 60] },
  last_ten: { buzz: [40] },
  last_five: { buzz: [40], sound: "last_second" },
  down: { buzz: [10] },
  counted: { buzz: [15, 50, 15], sound: "check" },
  refused: { buzz: [220], sound: "refused" },
  slider_end: { buzz: [25] },
  blind: { buzz: [10] },
  win: { buzz: [40, 60, 40, 60, 120], sound: "winner" },
  chips_due: { buzz: [60] },
  floor_needed: { buzz: [200, 100, 200] },
};

export class Signals {
  /** @param {() => import("../settings.js").Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.audio = null;
    // a browser plays nothing before the page was touched
    document.addEventListener("pointerup", () => this.unlock());
    document.addEventListener("keyup", () => this.unlock());
  }

  unlock() {
    const Context = window.AudioContext ?? window.webkitAudioContext;
    if (!this.audio && Context) {
      this.audio = new Context();
    }
    if (this.audio?.state === "suspended") {
      this.audio.resume().catch(() => {});
    }
  }

  /** @param {keyof typeof EVENTS} event */
  give(event) {
    const { buzz, sound } = EVENTS[event];
    const { buzz: mayBuzz, sound: mayPlay } = this.settings();
    if (mayBuzz && navigator.userActivation?.hasBeenActive !== false) {
      navigator.vibrate?.(buzz);
    }
    if (mayPlay && sound && this.audio?.state === "running") {
      RECIPES[sound].forEach((tone) => this.play(tone));
    }
  }

  play({ form, hz, at, ms, volume }) {
    const from = this.audio.currentTime + at;
    const wave = new OscillatorNode(this.audio, { type: form, frequency: hz });
    const gain = new GainNode(this.audio, { gain: 0 });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(volume, from + ATTACK_S);
    gain.gain.linearRampToValueAtTime(0, from + ms / 1000);
    wave.connect(gain).connect(this.audio.destination);
    wave.start(from);
    wave.stop(from + ms / 1000);
  }
}
