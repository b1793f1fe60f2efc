import { expect, it } from 'vitest';
import type { Analysis, EntryView } from '../api/kernel';
import { curve, gist, signed, sumOf, turningPoints } from './curve';

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

it('adds start, dice and the decisions of both up to the end', () => {
  const { start, dice, decisions, end } = sumOf(analysis);
  expect(decisions).toEqual([['red', 0.05], ['blue', -0.05]]);
  expect([start, end]).toEqual([0.5, 0.5]);
  expect(decisions.reduce((all, [, one]) => all + one, start + dice)).toBeCloseTo(end);
  // As they are read, too: 50 % and three times +0.4 % are 51 %, and somebody is told the one.
  const small = analysis.steps.slice(0, 2).map((step, i) => ({ ...step, seat: i ? 'blue' : 'red', decision: 0.004, dice: 0.002, chance: 0.512 }));
  const told = sumOf({ ...analysis, steps: small });
  expect([told.start, told.dice, ...told.decisions.map(([, one]) => one), told.end]).toEqual([0.5, 0, 0.01, 0, 0.51]);
});

it('writes changes with their sign', () => {
  expect([signed(0.051), signed(-0.2), signed(0)]).toEqual(['+5 %', '−20 %', '+0 %']);
});

it('says of an entry what was ordered and what the first dice brought, and nothing twice', () => {
  const said = (text: string) => ({ said: { text, pieces: [], places: [] } });
  const roll = { roll: { because: {}, luck: [] } } as unknown as EntryView['lines'][number];
  const entry = (...lines: EntryView['lines']) => ({ number: 1, seat: 'red', what: 'orders', lines }) as EntryView;
  expect(gist(entry(said('Red fires.'), said('At Blue.'), roll, said('Blue runs.'), roll, said('Far.')))).toBe('Red fires. Blue runs.');
  expect([gist(entry(said('Red waits.'))), gist(entry(roll, said('It rains.'))), gist(undefined)]).toEqual(['Red waits.', 'It rains.', '']);
});
