import { expect, it } from 'vitest';
import type { Area } from '../api/kernel';
import { farNames } from './farnames';

const town = (name: string, column: number, row: number): Area => ({ role: 'town', name, shape: { rect: [100 * column, 100 * row, 100, 100] } });
const names = (areas: Area[], first: string[], scale: number) => farNames(areas, first, 100, scale).map(({ name }) => name);

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
  for (const scale of [0.2, 0.5]) expect((farNames([town('Curlu', 0, 0)], [], 100, scale)[0]?.size ?? 0) * scale).toBeCloseTo(11);
});

it('a name goes under or over its square where counters lie in it, and stays where all places are as bad', () => {
  const line = (lying: [number, number, number, number][]) => farNames([town('Curlu', 5, 5)], [], 100, 0.2, lying)[0]?.y ?? 0;
  const own: [number, number, number, number] = [520, 520, 580, 580];
  expect(line([])).toBeLessThan(600);
  expect(line([own])).toBeGreaterThan(600);
  expect(line([own, [520, 620, 580, 680]])).toBeLessThan(500);
  expect(line([own, [520, 620, 580, 680], [520, 420, 580, 480]])).toBe(line([]));
});

it('a name moves aside from what covers its end', () => {
  const spot = (lying: [number, number, number, number][]) => farNames([town('Curlu', 5, 5)], [], 100, 0.6, lying)[0]?.x ?? 0;
  const everywhere: [number, number, number, number][] = [[565, 400, 600, 700]];
  expect(spot([])).toBe(550);
  expect(spot(everywhere)).toBeLessThan(550);
});
