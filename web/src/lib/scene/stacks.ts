import type { Counter, Scene } from '../api/kernel';
import { bounds, type Spot } from './geometry';

/** Where a piece is drawn, and how much larger than it says it is. */
export type Lying = { at: Spot; scale: number };

const MOST = 1.9;
const STRIP = 0.12;

/**
 * Where each piece is drawn. On a board the pieces of a square share the room that is there, so that few of them are
 * large; elsewhere a piece lies where it lies, and one upon another is shifted so that each can be read and reached.
 */
export function laidOut(scene: Scene, before?: Map<number, Lying>): Map<number, Lying> {
  const lying = new Map<number, Lying>();
  if (scene.square) {
    const inside = new Map<number | undefined, Counter[]>();
    for (const piece of scene.pieces) inside.set(piece.place, [...(inside.get(piece.place) ?? []), piece]);
    for (const place of scene.places) {
      const pieces = inside.get(place.id);
      if (pieces) shareRoom(pieces, bounds(place.shape), lying);
    }
  }
  const taken = new Map<string, number>();
  for (const piece of scene.pieces.filter((one) => !lying.has(one.id))) {
    const key = piece.at.join();
    const below = taken.get(key) ?? 0;
    taken.set(key, below + 1);
    const shift = below * Math.min(...piece.size) * 0.24;
    lying.set(piece.id, { at: [piece.at[0] + shift, piece.at[1] - shift], scale: 1 });
  }
  // What lies where it lay is the very same, so that it is not drawn anew.
  for (const [id, { at, scale }] of lying) {
    const lay = before?.get(id);
    if (lay && lay.scale === scale && lay.at[0] === at[0] && lay.at[1] === at[1]) lying.set(id, lay);
  }
  return lying;
}

/** Lays pieces out in rows under the strip that the square's name stands in, in the order they lie in already. */
function shareRoom(pieces: Counter[], [left, top, right, bottom]: [number, number, number, number], lying: Map<number, Lying>): void {
  const sorted = [...pieces].sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
  const columns = Math.ceil(Math.sqrt(sorted.length * 0.8));
  const rows = Math.ceil(sorted.length / columns);
  const strip = (bottom - top) * STRIP;
  const [wide, high] = [(right - left) / columns, (bottom - top - strip) / rows];
  const size: Spot = [Math.max(...sorted.map((piece) => piece.size[0])), Math.max(...sorted.map((piece) => piece.size[1]))];
  const scale = Math.min(MOST, (wide * 0.93) / size[0], (high * 0.93) / size[1]);
  sorted.forEach((piece, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, sorted.length - row * columns);
    const x = (left + right) / 2 + ((i % columns) - (inRow - 1) / 2) * Math.min(wide, size[0] * scale * 1.12);
    const y = top + strip + (bottom - top - strip) / 2 + (row - (rows - 1) / 2) * Math.min(high, size[1] * scale * 1.14);
    lying.set(piece.id, { at: [x, y], scale });
  });
}
