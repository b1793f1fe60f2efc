import { expect, it } from 'vitest';
import type { Counter, Ground, Position } from './kernel';
import { joined, seenOf, stepped } from './seen';

const ground: Ground = {
  title: 'A small table', size: [200, 100], square: 100, areas: [],
  features: [{ role: 'road', shape: { line: [[0, 50], [200, 50]] }, name: 'road' }],
  sites: [
    { id: 1, name: 'A1', about: 'woods', shape: { rect: [0, 0, 100, 100] } },
    { id: 2, name: 'B1', about: '', shape: { rect: [100, 0, 100, 100] } },
  ],
};
const piece = (id: number, place: number): Counter => ({
  id, name: `piece ${id}`, about: '', army: 'british', symbol: 'infantry', at: [50, 50], place, size: [30, 20], marks: [], spent: false,
});
const gas = { role: 'gas', count: 2, name: 'gas' };
const position: Position = {
  places: [{ id: 1, about: 'piece 3, piece 7', marks: [gas] }],
  overlays: [{ role: 'barrage', shape: { rect: [0, 0, 100, 100] }, name: 'barrage' }],
  pieces: [piece(3, 1), piece(7, 1)],
  panel: [{ label: 'turn', value: '1' }, { label: 'step', value: 'movement' }],
};

it('draws a position on its ground', () => {
  const scene = joined(ground, position);
  expect(scene.places.map(({ about, marks }) => [about, marks])).toEqual([['woods, piece 3, piece 7', [gas]], ['', []]]);
  expect(scene.features.map((feature) => feature.role)).toEqual(['road', 'barrage']);
});

it('steps to what the server sees, and leaves all else the very same', () => {
  const before = seenOf(ground, position, 'v1');
  const after = stepped(before, {
    from: 'v1', to: 'v2', pieces: [piece(5, 2), piece(7, 2)],
    places: [{ id: 1, about: 'piece 3', marks: [] }, { id: 2, about: 'piece 5, piece 7', marks: [] }],
    overlays: { at: 0, gone: 1, put: [] }, panel: { at: 1, gone: 1, put: [{ label: 'step', value: 'assaults' }] },
  });
  expect(after?.version).toBe('v2');
  expect(after?.scene).toEqual(joined(ground, {
    places: [{ id: 1, about: 'piece 3', marks: [] }, { id: 2, about: 'piece 5, piece 7', marks: [] }],
    overlays: [], pieces: [piece(3, 1), piece(5, 2), piece(7, 2)],
    panel: [{ label: 'turn', value: '1' }, { label: 'step', value: 'assaults' }],
  }));
  expect(after?.scene.pieces[0]).toBe(before.scene.pieces[0]);
  const gone = after && stepped(after, { from: 'v2', to: 'v3', pieces_gone: [5], places_gone: [1] });
  expect(gone?.scene.pieces.map(({ id }) => id)).toEqual([3, 7]);
  expect(gone?.scene.places[0]?.about).toBe('woods');
  expect(gone?.scene.places[1]).toBe(after?.scene.places[1]);
});

it('takes no step from something else than what was seen', () => {
  expect(stepped(seenOf(ground, position, 'v1'), { from: 'v0', to: 'v2', pieces_gone: [3] })).toBeNull();
});
