import type { Counter, Scene } from '../api/kernel';
import { bounds, type Spot } from './geometry';

/** Where a piece is drawn, and how wide and high. */
export type Lying = { at: Spot; size: Spot };

/** The largest that a counter gets, as a share of its square, and the strip over it that names the square. */
const LARGEST: Spot = [0.58, 0.56];
const STRIP = 0.135;
/** A counter is at least this much higher than wide, and at most. */
const SHAPE: Spot = [0.72, 1.32];

/** A piece of a pile lies so much of its square to the right of the one below, and above it. */
const STEP = 0.075;

/**
 * Where each piece is drawn. On a board the pieces of a square share the room that is there, so that few of them are
 * large; from so far that nothing would be read they lie `piled` up as one. Elsewhere a piece lies where it lies, and one upon
 * another is shifted so that each can be read and reached.
 */
export function laidOut(scene: Pick<Scene, 'square' | 'places' | 'pieces'>, before?: Map<number, Lying>, piled = false): Map<number, Lying> {
  const lying = new Map<number, Lying>();
  if (scene.square) {
    const inside = new Map<number | undefined, Counter[]>();
    for (const piece of scene.pieces) {
      const there = inside.get(piece.place);
      if (there) there.push(piece);
      else inside.set(piece.place, [piece]);
    }
    for (const place of scene.places) {
      const pieces = inside.get(place.id);
      if (pieces) (piled ? pileUp : shareRoom)(pieces, bounds(place.shape), lying);
    }
  }
  const taken = new Map<string, number>();
  for (const piece of scene.pieces) {
    if (lying.has(piece.id)) continue;
    const key = piece.at.join();
    const below = taken.get(key) ?? 0;
    taken.set(key, below + 1);
    const shift = below * Math.min(...piece.size) * 0.24;
    lying.set(piece.id, { at: [piece.at[0] + shift, piece.at[1] - shift], size: piece.size });
  }
  // What lies where it lay is the very same, so that it is not drawn anew.
  for (const [id, { at, size }] of lying) {
    const lay = before?.get(id);
    if (lay && lay.at[0] === at[0] && lay.at[1] === at[1] && lay.size[0] === size[0] && lay.size[1] === size[1]) lying.set(id, lay);
  }
  return lying;
}

/** The transform that brings a counter, drawn 100 wide around nothing, to where it lies. */
export function placed({ facing }: Pick<Counter, 'facing'>, { at, size }: Lying): string {
  return `translate(${at[0]} ${at[1]})${facing === undefined ? '' : ` rotate(${facing})`} scale(${size[0] / 100})`;
}

/** Lays pieces one upon another, each as large as one alone, with the edges of those below in sight. */
function pileUp(pieces: Counter[], [left, top, right, bottom]: [number, number, number, number], lying: Map<number, Lying>): void {
  const [across, down] = [right - left, bottom - top];
  const size: Spot = [across * LARGEST[0], down * LARGEST[1]];
  pieces.forEach((piece, i) => {
    const shift = (i - (pieces.length - 1) / 2) * STEP;
    lying.set(piece.id, { at: [(left + right) / 2 + shift * across, top + (down * (1 + STRIP)) / 2 - shift * down], size });
  });
}

/** Lays pieces out in rows under the strip that the square's name stands in, in the order they lie in already. */
function shareRoom(pieces: Counter[], [left, top, right, bottom]: [number, number, number, number], lying: Map<number, Lying>): void {
  const sorted = [...pieces].sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
  const columns = Math.ceil(Math.sqrt(sorted.length * 0.8));
  const rows = Math.ceil(sorted.length / columns);
  const [across, down] = [right - left, bottom - top];
  const strip = down * STRIP;
  const [wide, high] = [across / columns, (down - strip) / rows];
  const [least, most] = SHAPE;
  let size: Spot = [Math.min(wide * 0.94, across * LARGEST[0]), Math.min(high * 0.94, down * LARGEST[1])];
  size = [Math.min(size[0], size[1] / least), Math.min(size[1], size[0] * most)];
  sorted.forEach((piece, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, sorted.length - row * columns);
    const x = (left + right) / 2 + ((i % columns) - (inRow - 1) / 2) * Math.min(wide, size[0] * 1.1);
    const y = top + strip + (down - strip) / 2 + (row - (rows - 1) / 2) * Math.min(high, size[1] * 1.1);
    lying.set(piece.id, { at: [x, y], size });
  });
}
