import type { Spot } from '../geometry';
import { chanceAt } from './chance';
import { oval } from './curve';
import { drawn, type Layer } from './layers';
import type { Region } from './region';

const STEP = 15;

/** Shelled ground: churned earth with holes of all sizes, their lips lit from the upper left, some with water in them. */
export function craters(regions: Region[], unit: number, inset: number): Layer[] {
  let [wash, lips, holes, pools] = ['', '', '', ''];
  for (const region of regions) {
    wash += region.path(inset);
    const [left, top, right, bottom] = region.bounds;
    const step = STEP * unit;
    for (let y = top; y < bottom; y += step) {
      for (let x = left; x < right; x += step) {
        const chance = chanceAt(x, y, 9);
        const at: Spot = [x + chance() * step, y + chance() * step];
        const r = unit * (1.6 + 5.4 * chance() ** 2);
        if (chance() < 0.2 || region.depth(...at) < inset + r) continue;
        lips += oval([at[0] - r * 0.14, at[1] - r * 0.16], r * 1.28, r * 1.06);
        holes += oval(at, r, r * 0.78);
        if (r > unit * 4 && chance() < 0.4) pools += oval([at[0] + r * 0.08, at[1] + r * 0.16], r * 0.56, r * 0.4);
      }
    }
  }
  return drawn([
    { d: wash, fill: 'var(--earth)' },
    { d: lips, fill: 'var(--hill)', opacity: 0.5 },
    { d: holes, fill: 'var(--earth-dark)', opacity: 0.6 },
    { d: pools, fill: 'var(--water)', opacity: 0.55 },
  ]);
}
