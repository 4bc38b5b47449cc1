/** Sounds of wood and bone, made with WebAudio: no files. Loaded with the first sound. */
import type { SignalKind } from './signals';

/** A struck piece of wood: damped partials and a short burst of noise. */
interface Knock {
  /** Seconds from now. */
  at: number;
  /** Lowest partial in hertz. */
  pitch: number;
  /** Loudness from 0 to 1. */
  level: number;
  /** Seconds until it has died away. */
  decay: number;
  /** Share of noise: much for pieces on a board, little for a tuned bar. */
  noise: number;
}

/** Partials of a wooden bar as multiples of the lowest, with their loudness. */
const PARTIALS = [
  [1, 1],
  [2.76, 0.42],
  [5.4, 0.16],
] as const;
/** A pitch that differs a little each time, as no two knocks are alike. */
const near = (pitch: number) => pitch * (0.97 + Math.random() * 0.06);
const wood = (at: number, pitch: number, level: number): Knock => ({ at, pitch: near(pitch), level, decay: 0.09, noise: 0.55 });
const bar = (at: number, pitch: number, level: number): Knock => ({ at, pitch, level, decay: 0.5, noise: 0.04 });

const knocks: Record<SignalKind, () => Knock[]> = {
  move: () => [wood(0, 210, 0.8)],
  capture: () => [wood(0, 280, 0.7), wood(0.055, 170, 1)],
  check: () => [wood(0, 210, 0.7), bar(0.03, 523, 0.4)],
  roll: () => [0, 0.09, 0.16, 0.27, 0.41, 0.58].map((at, n) => wood(at + Math.random() * 0.02, 620 - n * 45, 0.55 - n * 0.05)),
  'low-time': () => [wood(0, 900, 0.5), wood(0.16, 900, 0.5)],
  'your-turn': () => [bar(0, 392, 0.45), bar(0.12, 523, 0.4)],
  end: () => [bar(0, 392, 0.45), bar(0.14, 330, 0.4), bar(0.28, 262, 0.5)],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Plays a signal; `volume` from 0 to 1. Silent where the browser has no WebAudio or wants a press first. */
export function play(kind: SignalKind, volume: number): void {
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const out = context.createGain();
  out.gain.value = volume * volume;
  out.connect(context.destination);
  for (const knock of knocks[kind]()) strike(context, out, knock);
}

function strike(audio: AudioContext, out: AudioNode, { at, pitch, level, decay, noise: share }: Knock): void {
  const start = audio.currentTime + at + 0.005;
  for (const [ratio, loudness] of PARTIALS) {
    const partial = audio.createOscillator();
    partial.frequency.value = pitch * ratio;
    partial.connect(envelope(audio, out, start, level * loudness * (1 - share), decay / Math.sqrt(ratio)));
    partial.start(start);
    partial.stop(start + decay * 1.5);
  }
  const burst = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  burst.buffer = noise ??= whiteNoise(audio);
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 4;
  filter.Q.value = 0.8;
  burst.connect(filter).connect(envelope(audio, out, start, level * share, 0.03));
  burst.start(start);
  burst.stop(start + 0.1);
}

/** Rises in two milliseconds and dies away. */
function envelope(audio: AudioContext, out: AudioNode, start: number, level: number, decay: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(Math.max(0.001, level), start + 0.002);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + decay);
  gain.connect(out);
  return gain;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
