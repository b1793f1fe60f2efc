import { expect, it } from 'vitest';
import { contrast } from '../odds/shades';
import { armyColour, markLook, trenchInk } from './roles';

type Rgb = [number, number, number];

it('draws states on the counter, quality in its corner, and all else on a tab', () => {
  const as = (role: string) => markLook(role, role).as;
  expect(['suppressed', 'disrupted', 'damaged', 'moved', 'fired', 'engaged'].map(as)).toEqual(['hatch', 'cross-hatch', 'torn', 'turned', 'puff', 'locked']);
  expect(['professional', 'reservist'].map(as)).toEqual(['quality', 'quality']);
  expect(['casualty', 'winning', 'barrage', 'suppression', 'steady', 'hold-the-line', 'fighting-bonus'].map(as)).toEqual(Array(7).fill('tab'));
  expect(['casualty', 'steady', 'hold-the-line', 'assaulted'].map((role) => markLook(role, role).sign)).toEqual(['cross', 'shield', 'wall', 'swords']);
});

it('gives a marker that it does not know a tab with its letter', () => {
  expect(markLook('entrenching', 'digging in')).toMatchObject({ as: 'tab', letter: 'D' });
});

it('draws trenches in the ink of their holder, and empty ones in plain ink', () => {
  expect([trenchInk('german'), trenchInk('british'), trenchInk(undefined)]).toEqual(['var(--trench-red)', 'var(--trench-blue)', 'var(--map-ink)']);
});

it('tells counters of horizon blue from those of field grey by brightness too, with ink that can be read on both', () => {
  const [french, german, ink] = [armyColour('french'), armyColour('german'), '#1f1a13'].map((colour) => {
    const part = (at: number) => parseInt(colour.slice(at, at + 2), 16);
    return [part(1), part(3), part(5)] as Rgb;
  }) as [Rgb, Rgb, Rgb];
  expect(contrast(french, german)).toBeGreaterThan(1.6);
  for (const colour of [french, german]) expect(contrast(colour, ink)).toBeGreaterThan(4.5);
});
