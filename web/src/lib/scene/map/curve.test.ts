import { expect, it } from 'vitest';
import { rounded } from './curve';

it('a road of a measured table keeps to its legs and rounds its corners within an inch and a half', () => {
  expect(rounded([[3400, 4800], [3400, 1800], [5000, 1800]], 150)).toBe('M3400 4800L3400 1950Q3400 1800 3550 1800L5000 1800');
  expect(rounded([[0, 0], [100, 0], [100, 100]], 150)).toBe('M0 0L50 0Q100 0 100 50L100 100');
});
