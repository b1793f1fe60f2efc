import type { Counter, Place } from '../api/kernel';
import { bounds } from './geometry';
import { cornersOf } from './tape';

export type BaseName = { id: number; x: number; y: number; name: string; size: number };

/** What a place is called on a measured table stands over it, in letters of this height, so far from its edge. */
export const GOAL = { high: 12, over: 5 };
/** Letters are so high in the table's type, and on the screen no lower than this, or they are left out. */
const HIGH = 9.5;
const LEAST = 7.5;
/** So high on the screen, then, are the names of those that matter just now. */
const FAR = 10;
/** A letter is so wide, as a share of its height. */
const WIDE = 0.5;
/** Half of a man's base, with some room. */
const MAN = 50;
/** Longer ones would run into their neighbours. */
const LONGEST = 18;

type Box = [number, number, number, number];

/**
 * What bases are called, upright under each, however it is turned; over it where the name would lie upon another there, and not
 * at all where there is room for it nowhere. What places are called is covered only where nothing else is left. `scale` is how
 * many pixels a unit of the table has. From afar only those are named that matter now (`now`), those that matter most first.
 */
export function baseNames(pieces: Counter[], places: Place[], unit: number, scale: number, now: number[] = []): BaseName[] {
  const far = unit * HIGH * scale < LEAST;
  const size = far ? FAR / scale : unit * HIGH;
  const standing = pieces.filter(({ base }) => base).map((piece) => ({ piece, box: boxOf(piece) }));
  const alike = new Map<string, Set<string>>();
  for (const { piece } of standing) alike.set(headOf(piece.name), (alike.get(headOf(piece.name)) ?? new Set()).add(piece.name));
  const taken: Box[] = [];
  const goals = places.map((place) => goalBox(place, unit));
  const named = far ? now.flatMap((id) => standing.find(({ piece }) => piece.id === id) ?? []) : standing;
  return named.flatMap(({ piece, box: [, top, , bottom] }) => {
    // What stands behind the comma tells apart those that are called the same before it.
    const name = cut((alike.get(headOf(piece.name))?.size ?? 0) > 1 ? piece.name.replaceAll(',', '') : headOf(piece.name));
    const half = (name.length * size * WIDE) / 2;
    const x = piece.at[0];
    const free = [bottom + size * 1.35, top - size * 0.75].flatMap((y) => {
      const lies: Box = [x - half, y - size * 0.8, x + half, y + size * 0.2];
      const covers = taken.some((other) => meet(lies, other)) || standing.some(({ piece: other, box }) => other !== piece && meet(lies, box));
      return covers ? [] : [{ y, lies }];
    });
    const found = free.find(({ lies }) => !goals.some((goal) => meet(lies, goal))) ?? free[0];
    if (!found) return [];
    taken.push(found.lies);
    return [{ id: piece.id, x, y: found.y, name, size }];
  });
}

const meet = (one: Box, other: Box) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

/** The upright rectangle around a base, or around men who stand each by himself. */
export function boxOf({ base, at: [x, y], size, facing }: Pick<Counter, 'base' | 'at' | 'size' | 'facing'>): Box {
  if (base === 'circle') return [x - size[0] / 2, y - size[0] / 2, x + size[0] / 2, y + size[0] / 2];
  const men = typeof base === 'object' ? [...base.figures.men, ...base.figures.leaders] : [];
  if (men.length) {
    // Men who stand aslant leave the corners of their rectangle empty.
    const [cos, sin] = [Math.cos(((facing ?? 0) * Math.PI) / 180), Math.sin(((facing ?? 0) * Math.PI) / 180)];
    const [xs, ys] = [men.map((at) => x + at[0] * cos - at[1] * sin), men.map((at) => y + at[0] * sin + at[1] * cos)];
    return [Math.min(...xs) - MAN, Math.min(...ys) - MAN, Math.max(...xs) + MAN, Math.max(...ys) + MAN];
  }
  const corners = cornersOf([x, y], size, facing);
  const [xs, ys] = [corners.map((corner) => corner[0]), corners.map((corner) => corner[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function goalBox({ shape, name }: Place, unit: number): Box {
  const [left, top, right] = bounds(shape);
  const [x, y, half] = [(left + right) / 2, top - GOAL.over * unit, (name.length * GOAL.high * unit * WIDE) / 2];
  return [x - half, y - GOAL.high * unit * 0.7, x + half, y + GOAL.high * unit * 0.2];
}

const headOf = (name: string) => (name.split(',')[0] ?? name).trim();

const cut = (name: string) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);
