import { settings } from '../ui/settings.svelte';

/** Tells an owner who looks elsewhere that a decision is his: by a notice and by a sound, where he has asked for them. */
export function callOut(question: string, name = ''): void {
  if (settings.chime) chime();
  if (!document.hidden || !settings.notify || !('Notification' in window) || Notification.permission !== 'granted') return;
  new Notification(`Sandtable: your decision${name ? ` in ${name}` : ''}`, { body: question, tag: `sandtable${name}`, icon: '/favicon.svg' });
}

let audio: AudioContext | null = null;

/** Two soft notes. */
function chime(): void {
  audio ??= new AudioContext();
  for (const [i, pitch] of [660, 880].entries()) note(audio, 'sine', audio.currentTime + 0.02 + i * 0.16, [pitch, pitch], 0.3);
}

/** The sound of dice on a table, where it was asked for. */
export function rattle(dice: number): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (let i = 0; i < Math.min(dice, 8); i++) {
    note(audio, 'triangle', start + 0.03 + i * 0.045 + Math.random() * 0.05, [900 + Math.random() * 900, 180], 0.07);
  }
}

/** One sound that glides from one pitch to another and dies away. */
function note(on: AudioContext, type: OscillatorType, at: number, [from, to]: [number, number], lasts: number): void {
  const knock = on.createOscillator();
  const loud = on.createGain();
  knock.type = type;
  knock.frequency.setValueAtTime(from, at);
  knock.frequency.exponentialRampToValueAtTime(to, at + lasts * 0.7);
  loud.gain.setValueAtTime(0.16, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  knock.connect(loud).connect(on.destination);
  knock.start(at);
  knock.stop(at + lasts + 0.01);
}
