import { expect, it } from 'vitest';
import type { Analysis } from '../api/kernel';
import { curve, signed, turningPoints } from './curve';

const analysis: Analysis = {
  seats: ['red', 'blue'],
  start: 0.5,
  steps: [
    { entry: 1, seat: 'red', chance: 0.55, decision: 0.05, missed: 0 },
    { entry: 1, seat: 'red', chance: 0.75, decision: 0, dice: 0.2, missed: 0.1, better: 'Stand.' },
    { entry: 4, seat: 'blue', chance: 0.5, decision: -0.05, dice: -0.2, missed: 0 },
  ],
  luck: [0, 0],
  missed: [0.1, 0],
  turning_points: [1, 4],
};

it('draws one point an entry, as its last order left it', () => {
  expect(curve(analysis)).toEqual([
    { entry: 0, chance: 0.5 },
    { entry: 1, chance: 0.75 },
    { entry: 4, chance: 0.5 },
  ]);
});

it('adds up what the orders of an entry did', () => {
  const [first, second] = turningPoints(analysis);
  expect(first).toMatchObject({ seat: 'red', after: 0.75, decision: 0.05, dice: 0.2, better: ['Stand.'] });
  expect(first?.before).toBeCloseTo(0.5);
  expect(second?.before).toBeCloseTo(0.75);
});

it('writes changes with their sign', () => {
  expect([signed(0.051), signed(-0.2), signed(0)]).toEqual(['+5 %', '−20 %', '+0 %']);
});
