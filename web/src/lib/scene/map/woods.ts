import type { Spot } from '../geometry';
import { chanceAt } from './chance';
import { disc } from './curve';
import { drawn, type Layer } from './layers';
import type { Region } from './region';

const STEP = 10.5;

/** Woods: a wash with an edge, trees that stand close at the edge, and a clearing here and there. */
export function woods(regions: Region[], unit: number, inset: number): Layer[] {
  let [wash, shade, dark, light] = ['', '', '', ''];
  for (const region of regions) {
    wash += region.path(inset);
    const [left, top, right, bottom] = region.bounds;
    const step = STEP * unit;
    const clearings = clearingsIn(region, unit);
    for (let y = top; y < bottom; y += step) {
      for (let x = left; x < right; x += step) {
        const chance = chanceAt(x, y, 1);
        const at: Spot = [x + chance() * step, y + chance() * step];
        const depth = region.depth(...at);
        if (depth < inset + unit * 2.5 || clearings.some(([middle, r]) => Math.hypot(at[0] - middle[0], at[1] - middle[1]) < r)) continue;
        const r = unit * (2.5 + 1.9 * chance());
        shade += disc([at[0] + r * 0.45, at[1] + r * 0.55], r);
        dark += disc(at, r);
        light += disc([at[0] - r * 0.28, at[1] - r * 0.32], r * 0.52);
      }
    }
  }
  return drawn([
    { d: wash, fill: 'var(--woods)', stroke: 'var(--woods-ink)', width: unit * 1.3 },
    { d: shade, fill: 'var(--woods-shade)' },
    { d: dark, fill: 'var(--woods-tree)', stroke: 'var(--woods-ink)', width: unit * 0.45 },
    { d: light, fill: 'var(--woods-light)' },
  ]);
}

function clearingsIn(region: Region, unit: number): [Spot, number][] {
  const [left, top, right, bottom] = region.bounds;
  const found: [Spot, number][] = [];
  for (let y = top; y < bottom; y += 100 * unit) {
    for (let x = left; x < right; x += 100 * unit) {
      const chance = chanceAt(x, y, 2);
      const at: Spot = [x + (25 + 50 * chance()) * unit, y + (25 + 50 * chance()) * unit];
      if (region.depth(...at) > 22 * unit) found.push([at, (7 + 7 * chance()) * unit]);
    }
  }
  return found;
}
