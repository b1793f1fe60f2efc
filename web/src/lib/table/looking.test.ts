import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../api/client';
import type { Layer, Scene, Survey } from '../api/kernel';
import { Looking } from './looking.svelte';

const zone = { role: 'gas', shape: { rect: [0, 0, 100, 100] }, seat: null, name: 'a zone' };
const survey = { sees: [7], seen_by: [], notes: [], overlays: [] } as unknown as Survey;
const layers = [
  { name: 'Zones of control', notes: [], overlays: [zone], pieces: [] },
  { name: 'XIII Corps', notes: [], overlays: [], pieces: [3, 4] },
] as unknown as Layer[];

afterEach(() => vi.restoreAllMocks());

async function looks(): Promise<Looking> {
  vi.spyOn(api, 'layers').mockResolvedValue(layers);
  vi.spyOn(api, 'survey').mockResolvedValue(survey);
  const looking = new Looking('g', () => 'allied', () => ({ pieces: [], places: [] }) as unknown as Scene);
  looking.begin('sight', null);
  await vi.waitFor(() => expect(looking.layers).toHaveLength(2));
  return looking;
}

it('lays a layer over the table, and takes it off again', async () => {
  const looking = await looks();
  expect(looking.overlays).toEqual([]);
  looking.lay(layers[0] as Layer);
  expect(looking.overlays).toEqual([zone]);
  looking.lay(layers[1] as Layer);
  expect([looking.overlays, [...looking.seen.pieces]]).toEqual([[], [3, 4]]);
  looking.lay(layers[1] as Layer);
  expect([...looking.seen.pieces]).toEqual([]);
});

it('finds a piece of a layer and says how it stands; the layer is there again afterwards', async () => {
  const looking = await looks();
  looking.lay(layers[1] as Layer);
  looking.find(4);
  expect(looking.sought).toBe(4);
  await vi.waitFor(() => expect([...looking.seen.pieces]).toEqual([7]));
  expect(api.survey).toHaveBeenCalledWith('g', 'allied', 4);
  looking.back();
  expect([...looking.seen.pieces]).toEqual([3, 4]);
  looking.close();
  expect([looking.layers, looking.layer, looking.sought]).toEqual([[], null, null]);
});
