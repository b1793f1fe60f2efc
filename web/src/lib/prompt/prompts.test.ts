import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { tick } from 'svelte';
import type { Scene } from '../api/kernel';
import { settings } from '../ui/settings.svelte';
import FacingPick from './FacingPick.svelte';
import { groupsOf } from './groups';
import Listed from './Listed.svelte';
import Offers from './Offers.svelte';
import PassedOver from './PassedOver.svelte';
import PointPick from './PointPick.svelte';
import type { Deciding } from '../table/deciding.svelte';
import PromptPanel from './PromptPanel.svelte';
import Several from './Several.svelte';
import Share from './Share.svelte';

const offer = (piece: number, label: string, most?: number) => ({ pick: { piece }, label, ...(most === undefined ? {} : { most }) });

it('one of a list: the label is a button, and resting on it looks ahead', async () => {
  const [onpick, onpeek] = [vi.fn(), vi.fn()];
  const offers = [offer(1, 'Rifles'), offer(2, 'Guns')];
  render(Offers, { offers, book: 'squares', onpick, onpeek });
  await fireEvent.pointerEnter(screen.getByRole('button', { name: 'Guns' }), { pointerType: 'mouse' });
  await fireEvent.click(screen.getByRole('button', { name: 'Guns' }));
  expect([onpeek.mock.calls[0], onpick.mock.calls[0]]).toEqual([[offers[1]], [offers[1]]]);
});

it('several: says how many are missing, and lets never more be ticked than the most', () => {
  const of = [offer(1, 'Rifles'), offer(2, 'Guns'), offer(3, 'Horse')];
  const { unmount } = render(Several, { of, least: 2, most: 2, marked: [0], onmark: vi.fn() });
  expect(screen.getByRole('status').textContent).toBe('Choose 2; 1 chosen.');
  unmount();
  render(Several, { of, least: 2, most: 2, marked: [0, 1], onmark: vi.fn() });
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Horse' }).disabled).toBe(true);
});

it('a share: one more only where the thing can take it', () => {
  render(Share, { of: [offer(1, 'Rifles', 1), offer(2, 'Guns', 3)], total: 3, shares: [1, 1], left: 1, ongive: vi.fn() });
  expect(screen.getByRole('status').textContent).toBe('1 of 3 left to place');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more for Rifles' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more for Guns' }).disabled).toBe(false);
});

it('a long list is folded, and grouped by where things are', async () => {
  const offers = [1, 2, 3, 4, 5].map((piece) => offer(piece, `unit ${piece}`));
  const scene = { places: [{ id: 1, name: 'A1' }, { id: 2, name: 'B1' }], pieces: offers.map((_, i) => ({ id: i + 1, place: i < 3 ? 2 : 1 })) } as unknown as Scene;
  expect(groupsOf([...offers, { pick: { place: 2 }, label: 'all of B1' }], scene).map(({ place, offers }) => [place, offers.length])).toEqual([['B1', 3], ['A1', 2], ['All together', 1]]);
  settings.setLists(false);
  render(Listed, { offers, scene, title: 'As a list', book: 'squares', onpick: vi.fn(), onpeek: vi.fn() });
  expect(screen.queryByRole('button', { name: 'unit 1' })).toBeNull();
  settings.setLists(true);
  await tick();
  expect(screen.getByRole('button', { name: /unit 1/i })).toBeTruthy();
  settings.setLists(false);
});

it('on a phone a list that was opened is folded again with the next question', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const places = (from: number) => Array.from({ length: 5 }, (_, i) => ({ pick: { place: from + i }, label: `c${from + i}` }));
  const { container, rerender } = render(Listed, { offers: places(0), scene: null, title: 'As a list', book: 'somme', onpick: vi.fn(), onpeek: vi.fn() });
  const list = container.querySelector('details') as HTMLDetailsElement;
  list.open = true;
  await fireEvent(list, new Event('toggle'));
  expect(screen.getByRole('button', { name: 'c1' })).toBeTruthy();
  await rerender({ offers: places(5) });
  expect([screen.queryByRole('button', { name: 'c6' }), list.open, settings.lists]).toEqual([null, false, false]);
  vi.restoreAllMocks();
});

it('of very many places, those where somebody stands come first in the list', () => {
  const places = Array.from({ length: 30 }, (_, id) => ({ id, name: `p${id}`, about: '', shape: { rect: [0, 0, 1, 1] as [number, number, number, number] }, marks: [] }));
  const scene = { title: '', size: [1, 1], ground: [], features: [], places, pieces: [{ id: 1, place: 7 }, { id: 2, place: 9 }], panel: [] } as unknown as Scene;
  const offers = (count: number) => places.slice(0, count).map(({ id, name }) => ({ pick: { place: id }, label: name }));
  expect(groupsOf(offers(30), scene).map(({ place, offers }) => [place, offers.length])).toEqual([['Where somebody stands', 2], ['Elsewhere', 28]]);
  expect(groupsOf(offers(20), scene)).toHaveLength(1);
});

it('says whom an order would pass over', () => {
  render(PassedOver, { passes: [offer(1, 'I/26'), offer(2, 'II/26'), offer(3, 'III/26'), offer(4, 'the guns')] });
  expect(screen.getByRole('status').textContent).toContain('I/26; II/26; III/26 and 1 more');
});

it('what an offer costs and risks stands with it', () => {
  render(Offers, { offers: [{ pick: { place: 1 }, label: 'B1, a wood', note: 'leaving the wood takes a roll' }], book: 'squares', onpick: vi.fn(), onpeek: vi.fn() });
  expect(screen.getByRole('button').textContent).toContain('leaving the wood takes a roll');
});

it('a point by figures: the nearest that can be reached, with its cost', async () => {
  const onpick = vi.fn();
  render(PointPick, { region: { from: [100, 100], step: 50, points: [[100, 100, 0], [150, 100, 50]] }, onpick });
  await fireEvent.input(screen.getByLabelText(/right/), { target: { value: '1.5' } });
  expect(screen.getByRole('status').textContent).toBe('costs 0.5″');
  await fireEvent.click(screen.getByRole('button', { name: 'Go there' }));
  expect(onpick).toHaveBeenCalledWith(150, 100);
});

it('a point that is aimed at costs nothing, and nothing is said of it', () => {
  render(PointPick, { region: { from: [100, 100], step: 100, points: [[100, 100, 0]] }, onpick: vi.fn() });
  expect(screen.getByRole('status').textContent).toBe('');
});

it('a facing: each has a name', async () => {
  const onpick = vi.fn();
  render(FacingPick, { of: [0, 90], onpick, onpeek: vi.fn() });
  await fireEvent.click(screen.getByRole('button', { name: 'Face right, 90°' }));
  expect(onpick).toHaveBeenCalledWith(90);
});

it('the odds of an order that can be given stand over its button, and not among what scrolls', async () => {
  const odds = { kind: 'exact', policies: [], measures: [], outcomes: [{ outcome: 'held', rank: 0, odds: '1/4', p: 0.25 }, { outcome: 'taken', rank: 1, odds: '3/4', p: 0.75 }] };
  const preview = { notes: [], path: [], overlays: [], verb: 'Assault', tests: [{ label: 'assault', odds }] };
  const prompt = { question: 'Who goes?', rule: '1', picked: [], order: {}, whole: false, preview, offers: 'nothing' };
  const deciding = { ask: 1, prompt, ready: prompt, preview, picks: [], form: { sections: [], trouble: null }, wayOn: [], passes: [], toCome: [], chances: [], trouble: null, peeked: null } as unknown as Deciding;
  const { container } = render(PromptPanel, { deciding, book: 'somme', busy: false, onconfirm: vi.fn() });
  const kept = container.querySelector('.kept');
  expect(kept?.textContent).toMatch(/held.*taken/s);
  expect(kept?.closest('.body')).toBeNull();
  expect(kept?.compareDocumentPosition(screen.getByRole('button', { name: 'Assault' }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await fireEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(kept?.className).toMatch(/whole/);
});

it('makes room for the odds of the order itself, and not for those of an offer that the pointer rests on, which would move from under it', () => {
  const odds = { kind: 'exact', policies: [], measures: [], outcomes: [{ outcome: 'taken', rank: 0, odds: '1', p: 1 }] };
  const preview = { notes: [], path: [], overlays: [], tests: [{ label: 'assault', odds }] };
  const weighed = (own: object | null) => {
    const prompt = { question: 'Who goes?', rule: '1', picked: [], order: {}, whole: false, preview: own, offers: { 'one-of': [offer(1, 'Rifles')] } };
    const deciding = { ask: 1, prompt, ready: prompt, preview, peeked: prompt, picks: [], form: { sections: [], trouble: null }, wayOn: [], passes: [], toCome: [], chances: [], trouble: null } as unknown as Deciding;
    const { container, unmount } = render(PromptPanel, { deciding, book: 'somme', busy: false, onconfirm: vi.fn() });
    const found = [container.querySelector('.kept') !== null, container.querySelector('.weighed') !== null];
    unmount();
    return found;
  };
  expect([weighed(null), weighed(preview)]).toEqual([[true, false], [true, true]]);
});
