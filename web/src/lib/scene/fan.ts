import type { Counter, Scene } from '../api/kernel';
import type { Spot } from './geometry';
import type { Lying } from './stacks';

/** Pieces that lie together: in one square, or one upon another. */
export type Stack = { place: number | null; pieces: Counter[] };
/** A stack laid out larger, and the slip of paper it lies on: left, top, width, height. */
export type Fanned = { lying: Map<number, Lying>; slip: [number, number, number, number] };

/** What is at least this wide on the screen can be read and touched without fanning it out. */
export const READABLE = 84;
const GAP = 0.16;

/** The stack of each piece that does not lie alone. */
export function stacksOf(scene: Scene): Map<number, Stack> {
  const together = new Map<string, Counter[]>();
  for (const piece of scene.pieces) {
    const where = scene.square && piece.place !== undefined ? `in ${piece.place}` : piece.at.join();
    together.set(where, [...(together.get(where) ?? []), piece]);
  }
  const stacks = new Map<number, Stack>();
  for (const pieces of together.values()) {
    if (pieces.length < 2) continue;
    const stack = { place: scene.square ? (pieces[0]?.place ?? null) : null, pieces };
    for (const piece of pieces) stacks.set(piece.id, stack);
  }
  return stacks;
}

/** Lays a stack out around its middle, each piece as wide as can be read, within the sheet. `zoom` is pixels a unit. */
export function fannedOut(stack: Stack, lying: Map<number, Lying>, zoom: number, sheet: Spot): Fanned {
  const spots = stack.pieces.map((piece) => lying.get(piece.id)?.at ?? piece.at);
  const middle: Spot = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + (spot[axis] ?? 0), 0) / spots.length) as Spot;
  const own: Spot = [0, 1].map((axis) => Math.max(...stack.pieces.map((piece) => piece.size[axis] ?? 0))) as Spot;
  const size: Spot = [READABLE / zoom, (READABLE / zoom) * Math.min(1.05, own[1] / own[0])];
  const columns = Math.min(stack.pieces.length, Math.max(2, Math.ceil(Math.sqrt(stack.pieces.length * 0.8))));
  const rows = Math.ceil(stack.pieces.length / columns);
  const [wide, high] = [size[0] * (1 + GAP), size[1] * (1 + 1.6 * GAP)];
  const slip: Spot = [columns * wide + GAP * wide, rows * high + GAP * wide];
  const [left, top] = [0, 1].map((axis) => within((middle[axis] ?? 0) - (slip[axis] ?? 0) / 2, slip[axis] ?? 0, sheet[axis] ?? 0)) as Spot;
  const out = new Map<number, Lying>();
  stack.pieces.forEach((piece, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, stack.pieces.length - row * columns);
    const x = left + slip[0] / 2 + ((i % columns) - (inRow - 1) / 2) * wide;
    out.set(piece.id, { at: [x, top + slip[1] / 2 + (row - (rows - 1) / 2) * high], size });
  });
  return { lying: out, slip: [left, top, slip[0], slip[1]] };
}

/** Keeps a length that begins here on the sheet where it fits there; where it does not, over its middle. */
function within(from: number, long: number, sheet: number): number {
  return long >= sheet ? (sheet - long) / 2 : Math.max(0, Math.min(from, sheet - long));
}
