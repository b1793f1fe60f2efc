import { expect, it } from 'vitest';
import type { Scene } from '../api/kernel';
import { isFar, Turning } from './turning';

const piece = (id: number, seat: string, y: number) => ({ id, seat, name: '', about: '', army: '', symbol: 'infantry', at: [30, y], size: [30, 20], marks: [], spent: false, facing: 0 }) as Scene['pieces'][number];
const scene: Scene = {
  title: '', size: [200, 100], ground: [], panel: [], pieces: [piece(1, 'north', 10), piece(2, 'south', 90)],
  features: [{ role: 'road', name: '', shape: { line: [[0, 0], [50, 10]] } }],
  places: [{ id: 1, name: 'A1', about: '', shape: { rect: [0, 0, 40, 30] }, marks: [] }],
};

it('turns a table round, and what is turned twice lies as it lay', () => {
  const turning = new Turning(scene.size);
  const turned = turning.scene(scene);
  expect([turned.pieces[0]?.at, turned.pieces[0]?.facing]).toEqual([[170, 90], 180]);
  expect(turned.places[0]?.shape).toEqual({ rect: [160, 70, 40, 30] });
  expect(turned.features[0]?.shape).toEqual({ line: [[200, 100], [150, 90]] });
  expect(new Turning(scene.size).scene(turned)).toEqual(scene);
  expect(turning.touch({ point: { x: 170, y: 90 } })).toEqual({ point: { x: 30, y: 10 } });
});

it('keeps what has not changed the very same', () => {
  const turning = new Turning(scene.size);
  const [before, after] = [turning.scene(scene), turning.scene({ ...scene, pieces: [scene.pieces[0], { ...scene.pieces[1] }] as Scene['pieces'] })];
  expect(after.pieces[0]).toBe(before.pieces[0]);
  expect(after.pieces[1]).not.toBe(before.pieces[1]);
  expect(after.places).toBe(before.places);
});

it('knows who stands at the far side', () => {
  expect([isFar(scene, 'north'), isFar(scene, 'south'), isFar(scene, 'spectator')]).toEqual([true, false, false]);
});

it('leaves a map with its north at the top for both sides', () => {
  const rows = (square: number) => isFar({ ...scene, square }, 'north');
  // The table is 100 high: six rows of squares are turned to who sits behind them, twelve are a map.
  expect([rows(100 / 6), rows(100 / 12)]).toEqual([true, false]);
});
