import { expect, it } from 'vitest';
import type { Counter } from '../api/kernel';
import { laidOut } from './stacks';

const piece = (id: number, at: [number, number]): Counter => ({
  id, at, name: '', about: '', army: '', symbol: 'infantry', size: [50, 50], marks: [], spent: false,
});

it('shifts a piece that lies on another by a quarter of its size, and leaves others where they are', () => {
  const spots = laidOut([piece(1, [100, 100]), piece(2, [100, 100]), piece(3, [300, 100])]);
  expect(spots.get(1)).toEqual([100, 100]);
  expect(spots.get(2)).toEqual([112, 88]);
  expect(spots.get(3)).toEqual([300, 100]);
});
