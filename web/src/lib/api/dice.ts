import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { api } from './client';
import type { Game } from './types';
import type { Seat } from './kernel';

const CONTEXT = utf8ToBytes("sandtable 2026-11 commitment to a player's bytes");

/** The commitment to a seat's bytes, as docs/dice.md has it. */
export function commitment(bytes: Uint8Array): string {
  return bytesToHex(blake3(bytes, { context: CONTEXT }));
}

/** Gives this browser's part of the dice for each of its seats, as far as the game has come. */
export async function giveDice(game: Game): Promise<Game> {
  let now = game;
  const beforePlay = () => now.status === 'waiting' || now.status === 'dice';
  const persons = game.seats.filter((sitting) => sitting.kind === 'person');
  const mine = persons.filter((sitting) => sitting.mine).map((sitting) => sitting.seat);
  for (const seat of mine) {
    if (beforePlay() && !(seat in now.dice.commitments)) {
      now = await api.commit(game.id, seat, commitment(bytesOf(game.id, seat)));
    }
  }
  for (const seat of mine) {
    const all = persons.every((sitting) => sitting.seat in now.dice.commitments);
    if (now.status === 'dice' && all && !(seat in now.dice.openings)) {
      now = await api.open(game.id, seat, bytesToHex(bytesOf(game.id, seat)));
    }
  }
  return now;
}

/** The bytes of a seat, kept so that a reload opens what was committed to. */
function bytesOf(game: string, seat: Seat): Uint8Array {
  const key = `dice/${game}/${seat}`;
  const kept = localStorage.getItem(key);
  if (kept) return Uint8Array.from(kept.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  localStorage.setItem(key, bytesToHex(bytes));
  return bytes;
}
