import { expect, it } from 'vitest';
import { markLook, trenchInk } from './roles';

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
