/** Wood, paper, small bells, made on the spot. Silent until the first click, as browsers demand. */

export type Sound =
  | 'turn'
  | 'lay'
  | 'back'
  | 'pass'
  | 'bell'
  | 'riffle'
  | 'refusal'
  | 'drum'
  | 'creak'
  | 'tick'
  | 'over';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** The first click of a visit opens the ears of the page. */
export function wake(): void {
  if (context || typeof AudioContext === 'undefined') return;
  context = new AudioContext();
  noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
}

export function play(sound: Sound, volume: number): void {
  if (!context || volume <= 0) return;
  const start = context.currentTime + 0.01;
  SOUNDS[sound](start, volume * 0.5);
}

const SOUNDS: Record<Sound, (at: number, loud: number) => void> = {
  turn(at, loud) {
    tone(at, 1900, 0.06, loud);
    tone(at + 0.14, 1900, 0.06, loud);
  },
  lay: (at, loud) => hiss(at, 0.035, 2600, loud),
  back: (at, loud) => hiss(at, 0.06, 1500, loud * 0.6, 700),
  pass: (at, loud) => hiss(at, 0.12, 900, loud * 0.5),
  bell,
  riffle(at, loud) {
    for (let i = 0; i < 10; i++) hiss(at + i * 0.04, 0.025, 2200 + i * 90, loud * 0.6);
  },
  refusal: (at, loud) => tone(at, 220, 0.07, loud),
  drum: (at, loud) => tone(at, 82, 0.25, loud * 1.4),
  creak: (at, loud) => hiss(at, 0.3, 320, loud, 520),
  tick: (at, loud) => tone(at, 1200, 0.02, loud * 0.5),
  over(at, loud) {
    for (let i = 0; i < 3; i++) tone(at + i * 0.16, 1900, 0.06, loud);
    bell(at + 0.6, loud);
  },
};

function bell(at: number, loud: number): void {
  tone(at, 880, 1.2, loud * 0.6);
  tone(at, 2217, 0.9, loud * 0.25);
}

function tone(at: number, frequency: number, length: number, loud: number): void {
  const source = new OscillatorNode(context!, { frequency });
  source.connect(fading(at, length, loud));
  source.start(at);
  source.stop(at + length);
}

/** Filtered noise; `to` lets the filter glide. */
function hiss(at: number, length: number, from: number, loud: number, to = from): void {
  const source = new AudioBufferSourceNode(context!, { buffer: noise });
  const filter = new BiquadFilterNode(context!, { type: 'bandpass', frequency: from, Q: 1.2 });
  filter.frequency.linearRampToValueAtTime(to, at + length);
  source.connect(filter).connect(fading(at, length, loud));
  source.start(at, Math.random() * 0.5, length);
}

function fading(at: number, length: number, loud: number): GainNode {
  const gain = new GainNode(context!, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(context!.destination);
  return gain;
}
