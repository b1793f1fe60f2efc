import type { Counter } from '../api/kernel';
import { boxOf } from './basenames';
import type { Spot } from './geometry';
import { cornersOf } from './tape';

/** How high a tab is, and how much is left free between two, in the tabs' own measure. */
const [HIGH, APART] = [17, 2];

/**
 * Where the tabs of a base lie: upright, their middles on its front or its rear, whichever is upper, the last at the
 * right end; over men who stand each by himself. `wide` are their widths, and `scale` is how large that measure is on the table.
 */
export function tabSpots({ base, at, size, facing }: Pick<Counter, 'base' | 'at' | 'size' | 'facing'>, wide: number[], scale: number): Spot[] {
  const [left, top, right] = boxOf({ base, at, size, facing });
  const upright = base === 'circle' || typeof base === 'object';
  const [from, to] = edgeOf(upright ? [[left, top], [right, top]] : cornersOf(at, size, facing));
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  // Upright things that follow one another on a slope are free of each other beside, or above.
  const length = (width: number) => scale * Math.min(width / Math.max(Math.abs(dx), 1e-6), HIGH / Math.max(Math.abs(dy), 1e-6));
  let gone = 0;
  return wide
    .toReversed()
    .map((width): Spot => {
      const middle = gone + length(width) / 2;
      gone += length(width + APART);
      return [from[0] + dx * middle, from[1] + dy * middle];
    })
    .toReversed();
}

/** The upper one of the front and the rear of a base, from its right end on; the first two corners are those of its front. */
function edgeOf(corners: Spot[]): [Spot, Spot] {
  const [a = [0, 0], b = a, c = a, d = b] = corners;
  const [one, other] = a[1] + b[1] <= c[1] + d[1] ? [a, b] : [c, d];
  const level = Math.abs(one[0] - other[0]) < 1e-6;
  return (level ? one[1] < other[1] : one[0] > other[0]) ? [one, other] : [other, one];
}
