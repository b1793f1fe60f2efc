import { expect, it } from 'vitest';
import type { Counter, Scene } from '../api/kernel';
import { spoken } from '../table/inches';
import { atSpot } from './spoken';
import { tapeBetween } from './tape';

const base = (id: number, at: [number, number]) =>
  ({ id, name: `unit ${id}`, about: '', army: 'red', symbol: 'infantry', at, size: [600, 100], base: 'rectangle', facing: 0, marks: [], spent: false }) as Counter;
const scene: Scene = { title: '', size: [4800, 3600], ground: [], features: [], places: [], pieces: [base(1, [1000, 1000]), base(2, [1600, 2000])], panel: [] };

it('reads out how far a spot is from a piece as the tape measures it, to the edge of the base', () => {
  const tape = tapeBetween(scene, { point: { x: 1000, y: 1600 } }, { piece: 2 })?.inches;
  expect(tape).toBe(4.7);
  expect(atSpot(scene, [1000, 1600])).toBe(`10 inches right, 16 inches down, ${spoken(4.7)} from unit 2`);
  // The middles are 6 inches apart here, the base is half an inch nearer.
  expect(atSpot(scene, [1000, 400])).toBe('10 inches right, 4 inches down, 5.5 inches from unit 1');
});

it('names the piece that a spot lies on, and not the one whose middle it is', () => {
  expect(atSpot(scene, [1200, 1000])).toBe('12 inches right, 10 inches down, on unit 1');
  expect(atSpot(scene, [1000, 1000])).toBe('10 inches right, 10 inches down, 10 inches from unit 2');
});

it('rounds what is paid up, so that a price is never told as less than it is', () => {
  expect(atSpot(scene, [1000, 400], 504)).toContain('costs 5.1 inches');
  expect(atSpot(scene, [1000, 400], 800)).toContain('costs 8 inches');
});
