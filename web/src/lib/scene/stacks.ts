import type { Counter } from '../api/kernel';
import type { Spot } from './geometry';

/** Where each piece is drawn. Pieces that lie on one another are shifted, so that each can be read and reached. */
export function laidOut(pieces: Counter[]): Map<number, Spot> {
  const spots = new Map<number, Spot>();
  const taken = new Map<string, number>();
  for (const piece of pieces) {
    const key = piece.at.join();
    const below = taken.get(key) ?? 0;
    taken.set(key, below + 1);
    const shift = below * Math.min(...piece.size) * 0.24;
    spots.set(piece.id, [piece.at[0] + shift, piece.at[1] - shift]);
  }
  return spots;
}
