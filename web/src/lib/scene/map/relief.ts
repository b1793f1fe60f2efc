import type { Spot } from '../geometry';
import { noise } from './chance';
import { straight } from './curve';
import { drawn, type Layer } from './layers';
import type { Region } from './region';

/** Hills: contours, and between the lower two the hachures of older maps, drawn down the slope. */
export function relief(regions: Region[], unit: number, inset: number, rough: boolean): Layer[] {
  let [slope, high, top, lines, hachures, crags] = ['', '', '', '', '', ''];
  for (const region of regions) {
    const [left, upper, right, lower] = region.bounds;
    const narrow = Math.min(right - left, lower - upper);
    const step = Math.min(unit * 13, (narrow / 2 - inset) / 3.4);
    slope += region.path(inset);
    high += region.path(inset + step);
    top += region.path(inset + 2 * step);
    lines += region.path(inset + step) + region.path(inset + 2 * step);
    hachures += strokes(region.edge(inset), region.edge(inset + step), unit);
    if (rough) crags += rocks(region, unit, inset);
  }
  return drawn([
    { d: slope, fill: 'var(--hill)', opacity: 0.75 },
    { d: high, fill: 'var(--hill-high)', opacity: 0.75 },
    { d: top, fill: 'var(--hill-top)', opacity: 0.75 },
    { d: hachures, stroke: 'var(--hill-ink)', width: unit * 0.75, opacity: 0.8 },
    { d: lines, stroke: 'var(--hill-ink)', width: unit * 0.8, opacity: 0.75 },
    { d: crags, fill: 'var(--rough)', stroke: 'var(--hill-ink)', width: unit * 0.9 },
  ]);
}

/** Strokes from one line to the next, closer where the slope is steeper. */
function strokes(outer: Spot[][], inner: Spot[][], unit: number): string {
  let d = '';
  outer.forEach((loop, l) => {
    const within = inner[l] ?? [];
    loop.forEach(([ax, ay], i) => {
      const [bx, by] = loop[(i + 1) % loop.length] ?? [ax, ay];
      const [cx, cy] = within[i] ?? [ax, ay];
      const [ex, ey] = within[(i + 1) % within.length] ?? [cx, cy];
      const count = Math.max(2, Math.round(Math.hypot(bx - ax, by - ay) / (unit * 4.2)));
      for (let k = 0; k < count; k++) {
        const t = (k + 0.5) / count;
        const [fx, fy, tx, ty] = [ax + (bx - ax) * t, ay + (by - ay) * t, cx + (ex - cx) * t, cy + (ey - cy) * t];
        const [from, to] = [0.18 + 0.14 * noise(fx, fy, 11), 0.86 + 0.12 * noise(tx, ty, 12)];
        d += straight([[fx + (tx - fx) * from, fy + (ty - fy) * from], [fx + (tx - fx) * to, fy + (ty - fy) * to]]);
      }
    });
  });
  return d;
}

function rocks(region: Region, unit: number, inset: number): string {
  const [left, top, right, bottom] = region.bounds;
  const step = unit * 17;
  let d = '';
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += step) {
      const at: Spot = [x + step * (0.5 + 0.4 * noise(x, y, 13)), y + step * (0.5 + 0.4 * noise(x, y, 14))];
      if (region.depth(...at) < inset + unit * 9) continue;
      const r = unit * (3.4 + 1.4 * noise(x, y, 15));
      d += straight([[at[0] - r, at[1] + r * 0.5], [at[0] - r * 0.35, at[1] - r * 0.8], [at[0] + r * 0.15, at[1] - r * 0.1], [at[0] + r * 0.55, at[1] - r * 0.6], [at[0] + r, at[1] + r * 0.5]]);
    }
  }
  return d;
}
