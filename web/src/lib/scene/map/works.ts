import type { Spot } from '../geometry';
import { straight } from './curve';

/** A trench from the air: it goes forward and back in traverses, so that no shell clears all of it. */
export function traversed(line: Spot[], unit: number, closed = false): string {
  const spots: Spot[] = [];
  const ends = closed ? [...line, line[0] ?? [0, 0]] : line;
  ends.slice(1).forEach((to, i) => {
    const from = ends[i] ?? to;
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [dx, dy] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
    const count = Math.max(1, Math.round(long / (unit * 14)));
    const step = long / count;
    const put = (along: number, back: number) => spots.push([from[0] + dx * along - dy * back, from[1] + dy * along + dx * back]);
    for (let k = 0; k < count; k++) {
      const at = k * step;
      put(at, 0);
      put(at + step * 0.36, 0);
      put(at + step * 0.36, -unit * 3.6);
      put(at + step * 0.64, -unit * 3.6);
      put(at + step * 0.64, 0);
    }
    put(long, 0);
  });
  return straight(spots, closed);
}

/** Scrapes: short curved banks with gaps between them. */
export function scrapes(line: Spot[], unit: number): string {
  let d = '';
  line.slice(1).forEach((to, i) => {
    const from = line[i] ?? to;
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [dx, dy] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
    const count = Math.max(1, Math.round(long / (unit * 15)));
    const step = long / count;
    for (let k = 0; k < count; k++) {
      const [a, b] = [k * step + step * 0.14, k * step + step * 0.86];
      const spot = (along: number, out: number): Spot => [from[0] + dx * along - dy * out, from[1] + dy * along + dx * out];
      const [one, mid, two] = [spot(a, -unit * 2.2), spot((a + b) / 2, unit * 2.6), spot(b, -unit * 2.2)];
      d += `M${one.join(' ')}Q${mid.join(' ')} ${two.join(' ')}`;
    }
  });
  return d;
}
