import type { Spot } from '../geometry';
import { chanceAt } from './chance';
import { block, straight } from './curve';
import { drawn, type Layer } from './layers';
import type { Region } from './region';

/** A street, from one spot to another. */
export type Street = [Spot, Spot];

/** What is smaller than this holds no street: it is a single house, seen from above. */
const SINGLE = 34;

/** The ridge of a single house, with its hips where its corners are square. */
function ridge(region: Region, inset: number): string {
  const [left, top, right, bottom] = region.bounds;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const half = Math.min(right - left, bottom - top) / 2;
  const wide = right - left > bottom - top;
  const ends: [Spot, Spot] = wide ? [[left + half, y], [right - half, y]] : [[x, top + half], [x, bottom - half]];
  const square = region.depth(left + half / 4, top + half / 4) > 0 && region.depth(right - half / 4, bottom - half / 4) > 0;
  if (!square) return straight(ends);
  const corners: Spot[] = [[left + inset, top + inset], wide ? [left + inset, bottom - inset] : [right - inset, top + inset], wide ? [right - inset, top + inset] : [left + inset, bottom - inset], [right - inset, bottom - inset]];
  return straight(ends) + corners.map((corner, i) => straight([corner, i < 2 ? ends[0] : ends[1]])).join('');
}

/** Villages: houses along their streets, gardens behind them, a church where the streets meet. */
export function villages(regions: Region[], streetsIn: (region: Region) => Street[], unit: number, inset: number): Layer[] {
  let [ground, lanes, gardens, shade, roofs, ridges] = ['', '', '', '', '', ''];
  for (const region of regions) {
    ground += region.path(inset);
    const [left, top, right, bottom] = region.bounds;
    const middle: Spot = [(left + right) / 2, (top + bottom) / 2];
    if (Math.min(right - left, bottom - top) < unit * SINGLE) {
      roofs += region.path(inset + unit);
      ridges += ridge(region, inset + unit);
      continue;
    }
    const given = streetsIn(region);
    const own = given.length > 1 ? [] : ownStreets(region, middle, unit);
    for (const [from, to] of own) lanes += straight([from, to]);
    const taken: Spot[] = [];
    const house = (at: Spot, wide: number, high: number, turn: number) => {
      const corners = block(at, wide, high, turn);
      if (corners.some(([x, y]) => region.depth(x, y) < inset + unit) || taken.some((other) => Math.hypot(other[0] - at[0], other[1] - at[1]) < unit * 9)) return;
      taken.push(at);
      shade += straight(corners.map(([x, y]): Spot => [x + unit * 1.3, y + unit * 1.6]), true);
      roofs += straight(corners, true);
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      ridges += straight([[at[0] - (c * wide) / 2, at[1] - (s * wide) / 2], [at[0] + (c * wide) / 2, at[1] + (s * wide) / 2]]);
    };
    church(middle, unit, house, (d) => (ridges += d));
    for (const [from, to] of [...given, ...own]) {
      const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const [dx, dy] = [(to[0] - from[0]) / (long || 1), (to[1] - from[1]) / (long || 1)];
      const turn = Math.atan2(dy, dx);
      for (let along = unit * 9; along < long; along += unit * 12.5) {
        for (const side of [-1, 1]) {
          const [x, y] = [from[0] + dx * along, from[1] + dy * along];
          const chance = chanceAt(x, y, side + 5);
          if (chance() < 0.12) continue;
          const off = side * unit * (9.5 + 3 * chance());
          const tilt = turn + (chance() - 0.5) * 0.22 + (chance() < 0.28 ? Math.PI / 2 : 0);
          const shift = unit * 3 * (chance() - 0.5);
          house([x - dy * off + dx * shift, y + dx * off + dy * shift], unit * (7.5 + 4 * chance()), unit * (5.2 + 1.6 * chance()), tilt);
          if (chance() < 0.5) {
            const back = side * unit * (23 + 4 * chance());
            const at: Spot = [x - dy * back, y + dx * back];
            if (chance() < 0.45) house(at, unit * 7, unit * 5, turn + Math.PI / 2);
            else if (region.depth(...at) > inset + unit * 7) gardens += straight(block(at, unit * 12, unit * 11, turn + 0.08), true);
          }
        }
      }
    }
  }
  return drawn([
    { d: ground, fill: 'var(--building)', stroke: 'var(--hill-ink)', width: unit * 0.6, opacity: 0.8 },
    { d: gardens, fill: 'var(--garden)', stroke: 'var(--woods-ink)', width: unit * 0.5 },
    { d: lanes, stroke: 'var(--road-ink)', width: unit * 6 },
    { d: lanes, stroke: 'var(--road)', width: unit * 4.4 },
    { d: shade, fill: 'var(--roof-shade)' },
    { d: roofs, fill: 'var(--roof)', stroke: 'var(--roof-ink)', width: unit * 0.55 },
    { d: ridges, stroke: 'var(--roof-ink)', width: unit * 0.5 },
  ]);
}

function church(middle: Spot, unit: number, house: (at: Spot, wide: number, high: number, turn: number) => void, stroke: (d: string) => void): void {
  const chance = chanceAt(...middle, 7);
  const at: Spot = [middle[0] + unit * 13, middle[1] - unit * (13 + 3 * chance())];
  house(at, unit * 13, unit * 7, 0);
  const [x, y] = [at[0] - unit * 6.5, at[1] - unit * 7.5];
  stroke(`M${x} ${y - unit * 4}v${unit * 7}M${x - unit * 2.4} ${y - unit * 1.6}h${unit * 4.8}`);
}

/** Two lanes that cross, where no road comes through. */
function ownStreets(region: Region, middle: Spot, unit: number): Street[] {
  const turn = chanceAt(...middle, 8)() * Math.PI;
  const reach = (angle: number): Spot => {
    let far = 0;
    while (far < 200 * unit && region.depth(middle[0] + Math.cos(angle) * (far + unit * 8), middle[1] + Math.sin(angle) * (far + unit * 8)) > 0) far += unit * 4;
    return [middle[0] + Math.cos(angle) * far, middle[1] + Math.sin(angle) * far];
  };
  return [0, 1, 2, 3].map((quarter): Street => [middle, reach(turn + (quarter * Math.PI) / 2 + 0.15 * quarter)]);
}
