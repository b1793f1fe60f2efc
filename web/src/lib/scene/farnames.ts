import type { Area } from '../api/kernel';
import { bounds, type Spot } from './geometry';

export type FarName = { x: number; y: number; name: string; size: number; bold: boolean };

/** Letters are so many pixels high, however far the table is. */
const HIGH = 11;
/** A letter is so wide, as a share of its height, and rises so high over its line and sinks so deep below it. */
const [WIDE, TALL, DEEP] = [0.5, 0.75, 0.25];

/** A name may stand so far to the side of its square's middle, as a share of the square. */
const ASIDE = [0, -0.18, 0.18, -0.4, 0.4];

/** A name of which more than this share would be hidden is left out, unless its place is fought for. */
const HIDDEN = 0.34;

/** Something that names should not lie upon: left, top, right, bottom. */
export type Box = [number, number, number, number];

/**
 * The names of places on a board that is seen from afar: in their squares, under or over them, wherever least of them is hidden by
 * what lies on the table; those of most weight first, and none where it would lie upon another or where counters would hide much of it. None runs over
 * the edge of the table. A place of several squares is named once.
 */
export function farNames(areas: Area[], first: string[], square: number, [wide, high]: Spot, scale: number, lying: Box[] = []): FarName[] {
  const size = HIGH / scale;
  /** Which share of a name lies under something. */
  const hidden = (x: number, y: number, half: number) => {
    const over = lying.filter(([left, top, right, bottom]) => x + half > left && x - half < right && y > top && y - size * TALL < bottom);
    const parts = over.map(([left, , right]) => Math.min(right, x + half) - Math.max(left, x - half));
    return Math.min(1, parts.reduce((sum, part) => sum + part, 0) / (2 * half));
  };
  const taken: [number, number, number][] = [];
  const told = new Set<string>();
  const named = areas.filter(({ name }) => name);
  const weight = (name: string) => (first.includes(name) ? 0 : 1);
  return [...named]
    .sort((one, other) => weight(one.name) - weight(other.name))
    .flatMap(({ shape, name: whole }) => {
      const name = whole.split(',')[0] ?? whole;
      if (told.has(name)) return [];
      const [left, top, right, bottom] = bounds(shape);
      const [middle, half] = [(left + right) / 2, (name.length * size * WIDE) / 2];
      const free = (x: number, y: number) => !taken.some(([ox, oy, other]) => Math.abs(ox - x) < half + other + size * 0.3 && Math.abs(oy - y) < size * 1.05);
      const [best] = [bottom - 0.05 * square, bottom + size * TALL, top - size * 0.1]
        .flatMap((y) => ASIDE.map((by) => ({ x: Math.min(Math.max(middle + by * square, half), wide - half), y })))
        .filter(({ x, y }) => y > size * TALL && y + size * DEEP < high && free(x, y))
        .map(({ x, y }) => ({ x, y, hides: hidden(x, y, half) }))
        .sort((one, other) => one.hides - other.hides);
      if (!best || (best.hides > HIDDEN && !first.includes(whole))) return [];
      const { x, y } = best;
      taken.push([x, y, half]);
      told.add(name);
      return [{ x, y, name, size, bold: first.includes(whole) }];
    });
}
