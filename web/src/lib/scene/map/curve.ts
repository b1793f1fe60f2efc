import type { Spot } from '../geometry';

const at = (number: number) => Math.round(number * 10) / 10;

/** A smooth line through some spots. */
export function curve(spots: Spot[], closed = false): string {
  const count = spots.length;
  const first = spots[0];
  if (!first) return '';
  const get = (i: number): Spot => (closed ? spots[(i + count) % count] : spots[Math.max(0, Math.min(count - 1, i))]) ?? first;
  let d = `M${at(first[0])} ${at(first[1])}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const one: Spot = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const two: Spot = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    d += `C${at(one[0])} ${at(one[1])} ${at(two[0])} ${at(two[1])} ${at(to[0])} ${at(to[1])}`;
  }
  return closed ? `${d}z` : d;
}

/** A straight line through some spots. */
export function straight(spots: Spot[], closed = false): string {
  return `M${spots.map(([x, y]) => `${at(x)} ${at(y)}`).join('L')}${closed ? 'z' : ''}`;
}

/** A line that keeps to its legs, and only rounds its corners within so much of them. */
export function rounded(spots: Spot[], within: number): string {
  const along = (from: Spot, to: Spot): Spot => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const part = Math.min(within, length / 2) / length;
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  };
  const told = ([x, y]: Spot) => `${at(x)} ${at(y)}`;
  return spots
    .map((spot, i) => {
      const [before, after] = [spots[i - 1], spots[i + 1]];
      if (!before) return `M${told(spot)}`;
      return after ? `L${told(along(spot, before))}Q${told(spot)} ${told(along(spot, after))}` : `L${told(spot)}`;
    })
    .join('');
}

/** A disc. */
export const disc = (middle: Spot, r: number): string => oval(middle, r, r);

/** An oval, so wide and so high from its middle. */
export function oval([x, y]: Spot, rx: number, ry: number): string {
  return `M${at(x - rx)} ${at(y)}a${at(rx)} ${at(ry)} 0 1 0 ${at(2 * rx)} 0a${at(rx)} ${at(ry)} 0 1 0 ${at(-2 * rx)} 0z`;
}

/** A rectangle around a middle, turned. */
export function block([x, y]: Spot, wide: number, high: number, turn: number): Spot[] {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]): Spot => {
    const [dx, dy] = [((a ?? 0) * wide) / 2, ((b ?? 0) * high) / 2];
    return [x + dx * c - dy * s, y + dx * s + dy * c];
  });
}
