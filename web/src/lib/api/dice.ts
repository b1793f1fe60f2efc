import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { api } from './client';
import { bytesKept, commitment, committed, hold, seal } from './held';
import type { Game } from './types';
import type { Seat } from './kernel';

/** Gives this browser's part of the dice for each of its seats, as far as the game has come. Nothing is given to a server
 * that has gone back on what it showed before. */
export async function giveDice(game: Game): Promise<Game> {
  let now = game;
  const held = hold(now);
  const beforePlay = () => now.status === 'waiting' || now.status === 'dice';
  const persons = game.seats.filter((sitting) => sitting.kind === 'person');
  const mine = persons.filter((sitting) => sitting.mine).map((sitting) => sitting.seat);
  for (const seat of mine) {
    if (beforePlay() && !(seat in now.dice.commitments) && !now.dice.left.includes(seat)) {
      const to = commitment(bytesOf(game.id, seat));
      now = await api.commit(game.id, seat, to);
      hold(now);
    }
  }
  for (const seat of mine) {
    const all = persons.every((sitting) => sitting.seat in now.dice.commitments || now.dice.left.includes(sitting.seat));
    const kept = bytesKept(game.id, seat);
    // Another browser of the same player may have committed: then that one opens.
    const ours = kept && commitment(hexToBytes(kept)) === now.dice.commitments[seat];
    if (ours) committed(game.id, seat, commitment(hexToBytes(kept)));
    if (now.status === 'dice' && all && ours && !(seat in now.dice.openings)) {
      if (!held.late) seal(now);
      now = await api.open(game.id, seat, kept);
      hold(now);
    }
  }
  return now;
}

/** The bytes of a seat, kept so that a reload opens what was committed to. */
function bytesOf(game: string, seat: Seat): Uint8Array {
  const kept = bytesKept(game, seat);
  if (kept) return hexToBytes(kept);
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  localStorage.setItem(`dice/${game}/${seat}`, bytesToHex(bytes));
  return bytes;
}
