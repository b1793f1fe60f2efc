import { expect, it } from 'vitest';
import type { Area } from '../api/kernel';
import type { Spot } from './geometry';
import { farNames } from './farnames';

const SHEET: Spot = [2000, 2000];
const town = (name: string, column: number, row: number): Area => ({ role: 'town', name, shape: { rect: [100 * column, 100 * row, 100, 100] } });
const names = (areas: Area[], first: string[], scale: number) => farNames(areas, first, 100, SHEET, scale).map(({ name }) => name);

it('names all places while there is room, and those of most weight where there is not', () => {
  const towns = [town('Mametz', 0, 0), town('Carnoy', 1, 0), town('Montauban', 2, 0), town('Curlu', 6, 0)];
  expect(names(towns, [], 0.8)).toEqual(['Mametz', 'Carnoy', 'Montauban', 'Curlu']);
  expect(names(towns, [], 0.1)).toEqual(['Mametz', 'Curlu']);
  expect(names(towns, ['Montauban'], 0.1)).toEqual(['Montauban', 'Curlu']);
});

it('names a place of several squares once', () => {
  expect(names([town('Villers', 3, 0), town('Villers', 3, 5)], [], 0.8)).toEqual(['Villers']);
});

it('letters are as high on the screen from anywhere', () => {
  for (const scale of [0.2, 0.5]) expect((farNames([town('Curlu', 0, 0)], [], 100, SHEET, scale)[0]?.size ?? 0) * scale).toBeCloseTo(11);
});

it('a name goes under or over its square where counters lie in it, and is left out where they hide much of it everywhere', () => {
  const laid = (lying: [number, number, number, number][], first: string[] = []) => farNames([town('Curlu', 5, 5)], first, 100, SHEET, 0.2, lying)[0]?.y;
  const row = (top: number): [number, number, number, number] => [400, top, 700, top + 60];
  expect(laid([])).toBeLessThan(600);
  expect(laid([row(520)])).toBeGreaterThan(600);
  expect(laid([row(520), row(620)])).toBeLessThan(500);
  const everywhere = [row(520), row(620), row(420)];
  expect(laid(everywhere)).toBeUndefined();
  expect(laid(everywhere, ['Curlu'])).toBe(laid([]));
  // A counter that hides a letter or two does not cost a place its name.
  const corner: [number, number, number, number] = [470, 400, 500, 700];
  expect(laid([corner])).toBeDefined();
});

it('a name moves aside from what covers its end', () => {
  const spot = (lying: [number, number, number, number][]) => farNames([town('Curlu', 5, 5)], [], 100, SHEET, 0.6, lying)[0]?.x ?? 0;
  const right: [number, number, number, number][] = [[565, 400, 600, 700]];
  expect(spot([])).toBe(550);
  expect(spot(right)).toBeLessThan(550);
});

it('a name keeps within the table, at its edges and in its corners', () => {
  const corners = [town('Manancourt', 0, 0), town('Senlis', 19, 8), town('Chilly', 7, 19), town('Hem', 19, 19)];
  const laid = farNames(corners, [], 100, SHEET, 0.1);
  expect(laid).toHaveLength(4);
  for (const { x, y, name, size } of laid) {
    const half = (name.length * size) / 4;
    expect([x - half, 2000 - x - half, y - size * 0.75, 2000 - y - size * 0.25].every((free) => free >= 0)).toBe(true);
  }
});
