import { expect, it } from 'vitest';
import type { Counter, Place } from '../api/kernel';
import { baseNames } from './basenames';

const base = (id: number, name: string, x: number, y: number) => ({ id, name, at: [x, y], size: [100, 100], base: 'rectangle', facing: 0, marks: [] }) as unknown as Counter;
const laid = (pieces: Counter[], scale = 0.2, places: Place[] = []) => baseNames(pieces, places, 8, scale).map(({ name, y }) => [name, Math.round(y)]);

it('names stand under their bases, or over them where another base stands below', () => {
  expect(laid([base(1, 'Able', 500, 500)])).toEqual([['Able', 653]]);
  expect(laid([base(1, 'Able', 500, 500), base(2, 'Baker', 500, 640)])).toEqual([['Able', 393], ['Baker', 793]]);
});

it('the name of men who stand each by himself is under the lowest of them, wherever the corners of their rectangle are', () => {
  const men = { figures: { men: [[-400, 0], [400, 0], [0, 300]], leaders: [] } };
  // Turned about, the third man stands above the other two, who stand on the middle line.
  expect(laid([{ ...base(1, 'Able', 500, 500), base: men, size: [900, 700], facing: 180 } as unknown as Counter])).toEqual([['Able', 653]]);
});

it('a name that would lie upon others on both sides is left out', () => {
  const column = [base(1, 'Able', 500, 500), base(2, 'Baker', 500, 640), base(3, 'Charlie', 500, 780)];
  expect(laid(column).map(([name]) => name)).toEqual(['Able', 'Charlie']);
});

it('what stands behind the comma is named where it tells bases apart', () => {
  const sections = [base(1, '7 Platoon, 1', 500, 500), base(2, '7 Platoon, 2', 1500, 500), base(3, 'PIAT, 8 Platoon', 2500, 500)];
  expect(laid(sections).map(([name]) => name)).toEqual(['7 Platoon 1', '7 Platoon 2', 'PIAT']);
});

it('names that would be too small to be read are left out, however large the bases are', () => {
  expect(laid([base(1, 'Able', 500, 500)], 0.09)).toEqual([]);
});

it('from afar those are named that can be picked or are, in letters that can be read', () => {
  const pieces = [base(1, 'Able', 500, 500), base(2, 'Baker', 5000, 500), base(3, 'Charlie', 9000, 500)];
  const far = baseNames(pieces, [], 8, 0.05, [3, 1]);
  expect(far.map(({ name }) => name)).toEqual(['Charlie', 'Able']);
  expect((far[0]?.size ?? 0) * 0.05).toBeGreaterThanOrEqual(9);
  expect(baseNames(pieces, [], 8, 0.2, [3]).length).toBe(3);
});

it('a base beside a place leaves the place its name, unless its own finds room nowhere else', () => {
  // The name of the place stands at a height of 660, where that of the base would be.
  const farm = { id: 1, name: 'Farm', shape: { circle: [[500, 1000], 300] }, marks: [] } as unknown as Place;
  expect(laid([base(1, 'Able', 500, 500)], 0.2, [farm])).toEqual([['Able', 393]]);
  expect(laid([base(1, 'Able', 500, 500), base(2, 'Baker', 500, 340)], 0.2, [farm])[0]).toEqual(['Able', 653]);
});
