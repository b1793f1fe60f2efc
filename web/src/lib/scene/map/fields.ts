import type { Spot } from '../geometry';
import { chanceAt, noise } from './chance';
import { straight } from './curve';
import { drawn, type Layer } from './layers';

/** The open country: a patchwork of fields, some of them ploughed, so pale that counters and wash stand before it. */
export function fields([wide, high]: Spot, unit: number): Layer[] {
  const step = Math.max(46 * unit, Math.sqrt((wide * high) / 420));
  const corner = (column: number, row: number): Spot => {
    const [x, y] = [column * step, row * step];
    const rim = (at: number, end: number) => at <= 0 || at >= end;
    return [rim(x, wide) ? x : x + step * 0.3 * noise(column, row, 31), rim(y, high) ? y : y + step * 0.3 * noise(column, row, 32)];
  };
  const tints = ['', '', ''];
  let [hedges, furrows] = ['', ''];
  for (let row = 0; row * step < high; row++) {
    for (let column = 0; column * step < wide; column++) {
      const chance = chanceAt(column, row, 33);
      const [a, b, c, d] = [corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1)];
      const kind = Math.floor(chance() * 5);
      if (kind < 3) tints[kind] += straight([a, b, c, d], true);
      if (chance() < 0.36) hedges += straight([a, b]);
      if (chance() < 0.36) hedges += straight([a, d]);
      if (chance() > 0.3) continue;
      const across = chance() < 0.5;
      for (let t = 0.12; t < 0.95; t += 0.11) {
        const mix = (from: Spot, to: Spot, at: number): Spot => [from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at];
        const [from, to] = across ? [mix(a, d, t), mix(b, c, t)] : [mix(a, b, t), mix(d, c, t)];
        furrows += straight([mix(from, to, 0.07), mix(from, to, 0.93)]);
      }
    }
  }
  return drawn([
    ...tints.map((d, i): Layer => ({ d, fill: `var(--field-${i + 1})` })),
    { d: furrows, stroke: 'var(--field-ink)', width: unit * 0.5, opacity: 0.35 },
    { d: hedges, stroke: 'var(--field-ink)', width: unit * 0.8, opacity: 0.5, dash: `${unit * 3} ${unit * 2}` },
  ]);
}
