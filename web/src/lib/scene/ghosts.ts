import type { Counter, Scene } from '../api/kernel';
import type { Spot } from './geometry';

/** A base as it stood, and where it stands now. */
export type Ghost = { id: number; at: Spot; size: Spot; facing: number; round: boolean; now: Spot };

/** The bases of a measured table that stand elsewhere than they did, or are turned elsewhere. */
export function ghostsOf(before: Counter[], { square, pieces }: Scene): Ghost[] {
  if (square) return [];
  const stood = new Map(before.map((piece) => [piece.id, piece]));
  return pieces.flatMap((piece): Ghost[] => {
    const was = stood.get(piece.id);
    if (!was?.base || (was.at[0] === piece.at[0] && was.at[1] === piece.at[1] && was.facing === piece.facing)) return [];
    return [{ id: piece.id, at: was.at, size: was.size, facing: was.facing ?? 0, round: was.base === 'circle', now: piece.at }];
  });
}
