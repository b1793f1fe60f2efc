import type { Area } from '../api/kernel';
import { bounds } from './geometry';

export type FarName = { x: number; y: number; name: string; size: number; bold: boolean };

/** Letters are so many pixels high, however far the table is. */
const HIGH = 11;
/** A letter is so wide, as a share of its height. */
const WIDE = 0.5;

/**
 * The names of places on a board that is seen from afar: under the middle of their squares, those of most weight first, and none
 * where it would lie upon another. A place of several squares is named once.
 */
export function farNames(areas: Area[], first: string[], square: number, scale: number): FarName[] {
  const size = HIGH / scale;
  const taken: [number, number, number][] = [];
  const told = new Set<string>();
  const named = areas.filter(({ name }) => name);
  const weight = (name: string) => (first.includes(name) ? 0 : 1);
  return [...named]
    .sort((one, other) => weight(one.name) - weight(other.name))
    .flatMap(({ shape, name: whole }) => {
      const name = whole.split(',')[0] ?? whole;
      if (told.has(name)) return [];
      const [left, , right, bottom] = bounds(shape);
      const [x, y] = [(left + right) / 2, bottom - 0.05 * square];
      const half = (name.length * size * WIDE) / 2;
      if (taken.some(([ox, oy, other]) => Math.abs(ox - x) < half + other + size * 0.3 && Math.abs(oy - y) < size * 1.05)) return [];
      taken.push([x, y, half]);
      told.add(name);
      return [{ x, y, name, size, bold: first.includes(whole) }];
    });
}
