import { expect, it } from 'vitest';
import type { Counter, Scene } from '../api/kernel';
import { tapeBetween } from './tape';

const base = (id: number, at: [number, number], facing: number, kind: 'rectangle' | 'circle' = 'rectangle') =>
  ({ id, name: `${id}`, about: '', army: 'red', symbol: 'infantry', at, size: kind === 'circle' ? [100, 100] : [300, 100], base: kind, facing, marks: [], spent: false }) as Counter;
const scene = (...pieces: Counter[]): Scene => ({ title: '', size: [4800, 4800], ground: [], features: [], places: [], pieces, panel: [] });

it('measures from edge to edge, turned as the bases stand', () => {
  const side = scene(base(1, [1000, 1000], 0), base(2, [2000, 1000], 0));
  expect(tapeBetween(side, { piece: 1 }, { piece: 2 })?.inches).toBe(7);
  const turned = scene(base(1, [1000, 1000], 90), base(2, [2000, 1000], 90));
  expect(tapeBetween(turned, { piece: 1 }, { piece: 2 })?.inches).toBe(9);
});

it('measures to points, to circles, and nothing between what touches; inches are rounded up', () => {
  const table = scene(base(1, [1000, 1000], 0), base(2, [1000, 1500], 0, 'circle'), base(3, [1100, 1050], 0));
  expect(tapeBetween(table, { piece: 1 }, { piece: 2 })?.inches).toBe(4);
  expect(tapeBetween(table, { piece: 1 }, { piece: 3 })?.inches).toBe(0);
  expect(tapeBetween(table, { piece: 1 }, { point: { x: 1000, y: 1301 } })?.inches).toBe(2.6);
  expect(tapeBetween(table, { piece: 1 }, { piece: 9 })).toBeNull();
});
