import { expect, it } from 'vitest';
import type { Counter, Scene } from '../api/kernel';
import { fannedOut, READABLE, stacksOf } from './fan';

const piece = (id: number, at: [number, number], place?: number): Counter => ({
  id, at, name: '', about: '', army: '', symbol: 'infantry', size: [30, 20], marks: [], spent: false, ...(place === undefined ? {} : { place }),
});
const scene = (pieces: Counter[], square?: number): Scene => ({
  title: '', size: [800, 600], ground: [], features: [], places: [], panel: [], pieces, ...(square ? { square } : {}),
});

it('takes pieces of one square for a stack, and elsewhere those that lie one upon another', () => {
  const onBoard = stacksOf(scene([piece(1, [10, 10], 5), piece(2, [60, 10], 5), piece(3, [110, 10], 6)], 100));
  expect(onBoard.get(1)).toBe(onBoard.get(2));
  expect(onBoard.get(1)?.place).toBe(5);
  expect(onBoard.has(3)).toBe(false);
  const measured = stacksOf(scene([piece(1, [10, 10]), piece(2, [10, 10]), piece(3, [11, 10])]));
  expect(measured.get(2)?.pieces.map(({ id }) => id)).toEqual([1, 2]);
  expect(measured.has(3)).toBe(false);
});

it('lays a stack out as wide as can be read at any zoom, apart from one another and on the sheet', () => {
  const pieces = [1, 2, 3, 4, 5].map((id) => piece(id, [id * 4, 5], 1));
  const stack = { place: 1, pieces };
  for (const zoom of [0.5, 1, 2]) {
    const { lying, slip } = fannedOut(stack, new Map(), zoom, [800, 600]);
    const [left, top, wide, high] = slip;
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(0);
    const boxes = [...lying.values()].map(({ at, size }) => ({ x: at[0], y: at[1], w: size[0], h: size[1] }));
    for (const box of boxes) {
      expect(box.w * zoom).toBeCloseTo(READABLE);
      expect(box.x - box.w / 2).toBeGreaterThanOrEqual(left);
      expect(box.x + box.w / 2).toBeLessThanOrEqual(left + wide);
      expect(box.y + box.h / 2).toBeLessThanOrEqual(top + high);
      for (const other of boxes) {
        if (other !== box) expect(Math.abs(other.x - box.x) >= box.w || Math.abs(other.y - box.y) >= box.h).toBe(true);
      }
    }
  }
});
