/** Short sounds, made by the browser itself. They begin with the first gesture, as browsers demand. */

import { settings } from "../state/settings.svelte";

export type Sound = "move" | "take" | "climb" | "turn" | "end" | "refused";

/** A note: its pitch in hertz, when it begins and how long it sounds, in seconds. */
type Note = readonly [pitch: number, at: number, length: number];

interface Timbre {
  readonly shape: OscillatorType;
  readonly loudness: number;
  readonly notes: readonly Note[];
}

const TIMBRES: Readonly<Record<Sound, Timbre>> = {
  move: { shape: "sine", loudness: 0.16, notes: [[196, 0, 0.07]] },
  take: {
    shape: "triangle",
    loudness: 0.14,
    notes: [
      [330, 0, 0.05],
      [494, 0.05, 0.09],
    ],
  },
  climb: {
    shape: "triangle",
    loudness: 0.14,
    notes: [
      [392, 0, 0.08],
      [494, 0.07, 0.08],
      [587, 0.14, 0.16],
    ],
  },
  turn: {
    shape: "sine",
    loudness: 0.16,
    notes: [
      [659, 0, 0.12],
      [880, 0.11, 0.22],
    ],
  },
  end: {
    shape: "triangle",
    loudness: 0.15,
    notes: [
      [523, 0, 0.16],
      [659, 0.14, 0.16],
      [784, 0.28, 0.16],
      [1047, 0.42, 0.4],
    ],
  },
  refused: {
    shape: "sine",
    loudness: 0.16,
    notes: [
      [185, 0, 0.1],
      [147, 0.1, 0.16],
    ],
  },
};

let context: AudioContext | null = null;

/** Wake the sounds with the first gesture; returns how to stop waiting for it. */
export function unlockSounds(): () => void {
  const wake = (): void => {
    context ??= typeof AudioContext === "undefined" ? null : new AudioContext();
    void context?.resume();
  };
  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
  return () => {
    removeEventListener("pointerdown", wake);
    removeEventListener("keydown", wake);
  };
}

/** Make a sound, a little later if others come first. */
export function sound(name: Sound, delay = 0): void {
  if (!settings.sound || context?.state !== "running") return;
  const { shape, loudness, notes } = TIMBRES[name];
  for (const [pitch, at, length] of notes)
    note(context, shape, loudness, pitch, context.currentTime + delay + at, length);
}

/** One note that begins at once and fades, so that nothing clicks. */
function note(
  to: AudioContext,
  shape: OscillatorType,
  loudness: number,
  pitch: number,
  at: number,
  length: number,
): void {
  const oscillator = to.createOscillator();
  const volume = to.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(volume).connect(to.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}
