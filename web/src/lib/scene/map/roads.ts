import type { Feature } from '../../api/kernel';
import type { Spot } from '../geometry';
import { noise } from './chance';
import { curve, rounded } from './curve';

/**
 * Roads and streams as lines that curve and meet. On a board each runs from the middle of a square to its faces; where it goes
 * through a square exactly is drawn freely, but the same every time.
 */
export function network(features: Feature[], square: number | undefined): Spot[][] {
  const lines = features.flatMap(({ shape }) => ('line' in shape ? [shape.line] : []));
  if (!square) return lines;
  const next = new Map<string, { at: Spot; to: Set<string> }>();
  const node = (at: Spot) => next.get(at.join()) ?? next.set(at.join(), { at, to: new Set() }).get(at.join());
  for (const line of lines) {
    line.slice(1).forEach((to, i) => {
      const from = line[i] ?? to;
      node(from)?.to.add(to.join());
      node(to)?.to.add(from.join());
    });
  }
  const done = new Set<string>();
  const ways: Spot[][] = [];
  const walk = (from: string, to: string) => {
    const way = [from];
    let [before, now] = [from, to];
    while (!done.has([before, now].sort().join(' '))) {
      done.add([before, now].sort().join(' '));
      way.push(now);
      const onward = [...(next.get(now)?.to ?? [])].filter((other) => other !== before);
      if (onward.length !== 1 || !onward[0]) break;
      [before, now] = [now, onward[0]];
    }
    if (way.length > 1) ways.push(way.map((key) => strayed(next.get(key)?.at ?? [0, 0], square)));
  };
  const ends = [...next].filter(([, { to }]) => to.size !== 2);
  for (const [key, { to }] of ends) for (const other of to) walk(key, other);
  for (const [key, { to }] of next) for (const other of to) walk(key, other);
  return ways;
}

/** Where a road really runs: off the middle of a square, and off the middle of a face along that face. */
export function strayed([x, y]: Spot, square: number): Spot {
  const [onColumn, onRow] = [x % square === 0, y % square === 0];
  const by = square * 0.085;
  return [onColumn ? x : x + by * noise(x, y, 21), onRow ? y : y + by * noise(x, y, 22)];
}

/** Lines as one path. On a measured table they keep to where they are: which way crosses a bridge is to be seen. */
export const drawnAs = (ways: Spot[][], square: number | undefined) => ways.map((way) => (square ? curve(way) : rounded(way, 150))).join('');
