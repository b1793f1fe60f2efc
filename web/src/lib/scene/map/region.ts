import type { Shape } from '../../api/kernel';
import { bounds, outline, type Spot } from '../geometry';
import { noise } from './chance';
import { curve, straight } from './curve';

/** A stretch of like ground: its edge, so far inside of it, and how deep inside of it a spot lies. */
export type Region = {
  /** The line at a depth, in the table's own units. */
  edge: (depth: number) => Spot[][];
  /** The same as a path. */
  path: (depth: number) => string;
  /** How far a spot is from the edge; below nothing where it is outside. */
  depth: (x: number, y: number) => number;
  bounds: [number, number, number, number];
};

/** Squares that share a face are one stretch of ground, whose edge wanders a little inside of them. */
export function stretches(squares: Spot[], size: number, table: Spot): Region[] {
  const key = (column: number, row: number) => `${column} ${row}`;
  const all = new Map(squares.map(([x, y]) => [key(x / size, y / size), [x / size, y / size] as Spot]));
  const regions: Region[] = [];
  while (all.size) {
    const [first] = all.values();
    const queue = first ? [first] : [];
    const cells: Spot[] = [];
    while (queue.length) {
      const [column, row] = queue.pop() ?? [0, 0];
      if (!all.delete(key(column, row))) continue;
      cells.push([column, row]);
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as Spot[]) {
        const next = all.get(key(column + dx, row + dy));
        if (next) queue.push(next);
      }
    }
    regions.push(stretch(cells, size, table));
  }
  return regions;
}

function stretch(cells: Spot[], size: number, table: Spot): Region {
  const has = new Set(cells.map((cell) => cell.join()));
  const inside = (column: number, row: number) => has.has([column, row].join());
  const rim = (column: number, row: number) => column < 0 || row < 0 || column >= table[0] / size || row >= table[1] / size;
  const loops = traced(cells, inside);
  const edge = (depth: number) =>
    loops.map((loop) => {
      const spots: Spot[] = [];
      loop.forEach(([fx, fy], i) => {
        const [tx, ty] = loop[(i + 1) % loop.length] ?? [fx, fy];
        const [dx, dy] = [tx - fx, ty - fy];
        const inward: Spot = [-dy, dx];
        const outer = rim(Math.floor((fx + tx) / 2 - inward[0] / 2), Math.floor((fy + ty) / 2 - inward[1] / 2));
        // Four spots a side, none at the corners, which so come out round.
        for (const along of [0.14, 0.38, 0.62, 0.86]) {
          const [x, y] = [(fx + dx * along) * size, (fy + dy * along) * size];
          const in_ = outer ? depth - size * 0.1 : depth + size * 0.022 * noise(x, y, 3);
          const slip = size * 0.03 * noise(x, y, 4);
          spots.push([x + inward[0] * in_ + dx * slip, y + inward[1] * in_ + dy * slip]);
        }
      });
      return spots;
    });
  const xs = cells.map(([column]) => column);
  const ys = cells.map(([, row]) => row);
  return {
    edge,
    path: (depth) => edge(depth).map((spots) => curve(spots, true)).join(''),
    depth: (x, y) => {
      const [column, row] = [Math.floor(x / size), Math.floor(y / size)];
      if (!inside(column, row)) return -1;
      let least = size;
      for (let dx = -1; dx <= 1; dx++)
        for (let dy = -1; dy <= 1; dy++) {
          if (inside(column + dx, row + dy) || rim(column + dx, row + dy)) continue;
          const away = (from: number, at: number) => Math.max(from * size - at, at - (from + 1) * size, 0);
          least = Math.min(least, Math.hypot(away(column + dx, x), away(row + dy, y)));
        }
      return least;
    },
    bounds: [Math.min(...xs) * size, Math.min(...ys) * size, (Math.max(...xs) + 1) * size, (Math.max(...ys) + 1) * size],
  };
}

/** The edges of cells, clockwise, from corner to corner. */
function traced(cells: Spot[], inside: (column: number, row: number) => boolean): Spot[][] {
  const onward = new Map<string, Spot[]>();
  const side = (from: Spot, to: Spot) => onward.set(from.join(), [...(onward.get(from.join()) ?? []), to]);
  for (const [c, r] of cells) {
    if (!inside(c, r - 1)) side([c, r], [c + 1, r]);
    if (!inside(c + 1, r)) side([c + 1, r], [c + 1, r + 1]);
    if (!inside(c, r + 1)) side([c + 1, r + 1], [c, r + 1]);
    if (!inside(c - 1, r)) side([c, r + 1], [c, r]);
  }
  const loops: Spot[][] = [];
  for (const [key] of onward) {
    let at = key.split(',').map(Number) as Spot;
    const loop: Spot[] = [];
    for (;;) {
      const next = onward.get(at.join())?.shift();
      if (!next) break;
      loop.push(at);
      at = next;
    }
    if (loop.length) loops.push(loop);
  }
  return loops;
}

/** A shape of a measured table is drawn as it is: what is measured must be seen. */
export function exact(shape: Shape): Region {
  const spots = spotsOf(shape);
  const [left, top, right, bottom] = bounds(shape);
  const middle: Spot = [(left + right) / 2, (top + bottom) / 2];
  const edge = (depth: number): Spot[][] => [
    spots.map(([x, y]): Spot => {
      const far = Math.hypot(x - middle[0], y - middle[1]) || 1;
      const keep = Math.max(0.05, 1 - depth / far);
      return [middle[0] + (x - middle[0]) * keep, middle[1] + (y - middle[1]) * keep];
    }),
  ];
  return {
    edge,
    path: (depth) => (depth <= 0 ? outline(shape) : edge(depth).map((loop) => straight(loop, true)).join('')),
    depth: (x, y) => depthIn(spots, x, y),
    bounds: [left, top, right, bottom],
  };
}

function spotsOf(shape: Shape): Spot[] {
  if ('polygon' in shape) return shape.polygon;
  if ('line' in shape) return shape.line;
  if ('circle' in shape) {
    const [[x, y], r] = shape.circle;
    return Array.from({ length: 28 }, (_, i): Spot => [x + r * Math.cos((i * Math.PI) / 14), y + r * Math.sin((i * Math.PI) / 14)]);
  }
  const [x, y, w, h] = shape.rect;
  return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
}

function depthIn(spots: Spot[], x: number, y: number): number {
  let [within, least] = [false, Infinity];
  spots.forEach(([ax, ay], i) => {
    const [bx, by] = spots[(i + 1) % spots.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
    const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
    least = Math.min(least, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  });
  return within ? least : -least;
}
