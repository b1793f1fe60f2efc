import { settings } from '../ui/settings.svelte';

/** Tells an owner who looks elsewhere that a decision is his. */
export function callOut(question: string): void {
  if (!document.hidden || !settings.notify || !('Notification' in window) || Notification.permission !== 'granted') return;
  new Notification('Sandtable: your decision', { body: question, tag: 'sandtable', icon: '/favicon.svg' });
}

let audio: AudioContext | null = null;

/** The sound of dice on a table, where it was asked for. */
export function rattle(dice: number): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (let i = 0; i < Math.min(dice, 8); i++) {
    const at = start + 0.03 + i * 0.045 + Math.random() * 0.05;
    const knock = audio.createOscillator();
    const loud = audio.createGain();
    knock.type = 'triangle';
    knock.frequency.setValueAtTime(900 + Math.random() * 900, at);
    knock.frequency.exponentialRampToValueAtTime(180, at + 0.05);
    loud.gain.setValueAtTime(0.16, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.07);
    knock.connect(loud).connect(audio.destination);
    knock.start(at);
    knock.stop(at + 0.08);
  }
}
