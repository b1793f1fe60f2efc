import { expect, it } from 'vitest';
import type { Counter, Scene } from '../api/kernel';
import { laidOut } from './stacks';

const piece = (id: number, at: [number, number], place?: number): Counter => ({
  id, at, name: '', about: '', army: '', symbol: 'infantry', size: [30, 22], marks: [], spent: false, ...(place === undefined ? {} : { place }),
});
const scene = (pieces: Counter[], square?: number): Scene => ({
  title: '', size: [200, 100], ground: [], features: [], panel: [], pieces, ...(square ? { square } : {}),
  places: [{ id: 1, name: 'A1', about: '', shape: { rect: [0, 0, 100, 100] }, marks: [] }],
});

it('shifts a piece that lies on another by a quarter of its height, and leaves others where they are', () => {
  const lying = laidOut(scene([piece(1, [100, 100]), piece(2, [100, 100]), piece(3, [300, 100])]));
  expect(lying.get(1)).toEqual({ at: [100, 100], size: [30, 22] });
  expect(lying.get(2)?.at).toEqual([105.28, 94.72]);
  expect(lying.get(3)?.at).toEqual([300, 100]);
});

it('shares the room of a square: two lie large side by side, six smaller, and none leaves it', () => {
  const two = laidOut(scene([piece(1, [10, 20], 1), piece(2, [40, 20], 1)], 100));
  expect(two.get(1)?.size[0]).toBeCloseTo(47);
  expect(two.get(1)?.at[1]).toBe(two.get(2)?.at[1]);
  const six = laidOut(scene([1, 2, 3, 4, 5, 6].map((id) => piece(id, [id * 10, 20], 1)), 100));
  for (const { at, size } of six.values()) {
    expect(size[0]).toBeGreaterThan(30);
    expect(at[0] - size[0] / 2).toBeGreaterThanOrEqual(0);
    expect(at[0] + size[0] / 2).toBeLessThanOrEqual(100);
    expect(at[1] - size[1] / 2).toBeGreaterThanOrEqual(12);
    expect(at[1] + size[1] / 2).toBeLessThanOrEqual(100);
  }
});

it('piles the pieces of a square up as one where they are seen from afar, each as large as one alone', () => {
  const alone = laidOut(scene([piece(1, [10, 20], 1)], 100), undefined, true).get(1);
  const three = laidOut(scene([piece(1, [10, 20], 1), piece(2, [40, 20], 1), piece(3, [10, 60], 1)], 100), undefined, true);
  expect([...three.values()].map(({ size }) => size)).toEqual([alone?.size, alone?.size, alone?.size]);
  expect(three.get(2)?.at).toEqual(alone?.at);
  const x = (id: number) => three.get(id)?.at[0] ?? NaN;
  const y = (id: number) => three.get(id)?.at[1] ?? NaN;
  expect([x(3) > x(1), y(3) < y(1)]).toEqual([true, true]);
});
