// Four quiet sounds, made here: a die on wood, a chit, a distant shot, two notes for "your move". Off unless the reader wants
// them, and heard only where the page is seen.

import { settings } from "../lib/settings.svelte";

export type Sound = "die" | "chit" | "shot" | "move";

let context: AudioContext | null = null;

export function sound(which: Sound): void {
  if (!settings.now.sound || document.hidden || typeof AudioContext === "undefined") return;
  try {
    context ??= new AudioContext();
    void context.resume();
    MAKE[which](context, context.currentTime + 0.01);
  } catch {
    /* a browser without sound is silent */
  }
}

const MAKE: Record<Sound, (audio: AudioContext, at: number) => void> = {
  die: (audio, at) => [0, 0.11, 0.2, 0.3, 0.44].forEach((wait, n) => noise(audio, at + wait, 0.03, 2600 - 250 * n, 0.24 - 0.03 * n)),
  chit: (audio, at) => {
    noise(audio, at, 0.05, 900, 0.24);
    noise(audio, at + 0.16, 0.03, 1800, 0.24);
  },
  shot: (audio, at) => noise(audio, at, 0.32, 220, 0.8),
  move: (audio, at) => {
    tone(audio, at, 523.25, 0.12);
    tone(audio, at + 0.13, 659.25, 0.2);
  },
};

function noise(audio: AudioContext, at: number, long: number, pitch: number, loud: number): void {
  const samples = Math.ceil(audio.sampleRate * long);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < samples; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / samples) ** 2;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number, long: number): void {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.08, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + long);
}
