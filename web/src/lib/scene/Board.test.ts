import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Scene } from '../api/kernel';
import Board from './Board.svelte';
import { offeredOnTable } from './offered';

const scene: Scene = {
  title: 'A small table',
  size: [200, 100],
  square: 100,
  ground: [{ role: 'woods', shape: { rect: [0, 0, 100, 100] }, name: 'a wood' }],
  features: [],
  places: [
    { id: 1, name: 'A1', about: 'woods', shape: { rect: [0, 0, 100, 100] }, marks: [] },
    { id: 2, name: 'B1', about: 'open', shape: { rect: [100, 0, 100, 100] }, marks: [{ role: 'gas', count: 2, name: 'gas' }] },
  ],
  pieces: [
    {
      id: 7, name: '1st Rifles', about: 'professional infantry', seat: 'defender', army: 'british', symbol: 'infantry', at: [50, 50],
      place: 1, size: [40, 40], strength: { now: 3, full: 4 }, marks: [{ role: 'suppressed', count: 1, name: 'suppressed' }], spent: true,
    },
  ],
  panel: [],
};

afterEach(() => vi.useRealTimers());

it('names pieces and places for those who hear the table read out', () => {
  render(Board, { scene, label: 'The table' });
  expect(screen.getByRole('img', { name: '1st Rifles, professional infantry, suppressed, has acted' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'B1, open, 2 gas' })).toBeTruthy();
});

it('shows the states of men who stand each by himself', () => {
  const men = { figures: { men: [[-50, 0], [50, 0]] as [number, number][], leaders: [] } };
  const marks = [{ role: 'officer', count: 1, name: 'with an officer' }, { role: 'routed', count: 1, name: 'routed' }, { role: 'prone', count: 1, name: 'prone' }];
  const squad = { ...(scene.pieces[0] as Scene['pieces'][number]), place: undefined, size: [200, 100] as [number, number], base: men, facing: 0, marks };
  const { container } = render(Board, { scene: { ...scene, square: undefined, places: [], pieces: [squad] }, label: 'The table' });
  // The officer is a man with a white cap; the others' states are tabs.
  expect(container.querySelectorAll('.marks > g').length).toBe(2);
});

it('lets only what is offered be picked, by pointer and by key', async () => {
  const onpick = vi.fn();
  const offers = { 'one-of': [{ pick: { piece: 7 }, label: '1st Rifles' }, { pick: { place: 2 }, label: 'B1' }] };
  render(Board, { scene, label: 'The table', offered: offeredOnTable(offers), onpick });
  await fireEvent.click(screen.getByRole('button', { name: /1st Rifles/ }));
  await fireEvent.keyDown(screen.getByRole('button', { name: /^B1/ }), { key: 'Enter' });
  expect(onpick.mock.calls).toEqual([[{ piece: 7 }], [{ place: 2 }]]);
  expect(screen.queryByRole('button', { name: /^A1/ })).toBeNull();
});

it('tells a touch of what is not offered from a pick, in terms of what is asked for', async () => {
  const [onpick, onmiss] = [vi.fn(), vi.fn()];
  const places = { 'one-of': [{ pick: { place: 2 }, label: 'B1' }] };
  const { rerender } = render(Board, { scene, label: 'The table', offered: offeredOnTable(places), onpick, onmiss });
  await fireEvent.click(screen.getByRole('img', { name: /^A1/ }));
  await fireEvent.click(screen.getByRole('img', { name: /1st Rifles/ }));
  await fireEvent.click(screen.getByRole('button', { name: /^B1/ }));
  expect([onmiss.mock.calls, onpick.mock.calls]).toEqual([[[{ place: 1 }], [{ place: 1 }]], [[{ place: 2 }]]]);
  onmiss.mockClear();
  const pieces = { 'one-of': [{ pick: { piece: 8 }, label: 'another' }] };
  await rerender({ offered: offeredOnTable(pieces) });
  await fireEvent.click(screen.getByRole('img', { name: /1st Rifles/ }));
  expect(onmiss.mock.calls).toEqual([[{ piece: 7 }]]);
});

it('takes a target outside of the reach for a pick, and not for a spot that was missed', async () => {
  const [onpick, onmiss] = [vi.fn(), vi.fn()];
  const targets = offeredOnTable({ 'one-of': [{ pick: { piece: 7 }, label: '1st Rifles' }] });
  const region = { from: [180, 80] as [number, number], step: 10, points: [[180, 80, 0]] as [number, number, number][] };
  render(Board, { scene, label: 'The table', offered: { ...targets, region }, onpick, onmiss });
  await fireEvent.click(screen.getByRole('button', { name: /1st Rifles/ }), { clientX: 90, clientY: 80 });
  expect([onpick.mock.calls, onmiss.mock.calls]).toEqual([[[{ piece: 7 }]], []]);
});

it('takes a pick with Shift as a leg of a way that goes on', async () => {
  const onpick = vi.fn();
  render(Board, { scene, label: 'The table', offered: offeredOnTable({ 'one-of': [{ pick: { place: 2 }, label: 'B1' }] }), onpick });
  await fireEvent.click(screen.getByRole('button', { name: /^B1/ }), { shiftKey: true });
  await fireEvent.keyDown(screen.getByRole('button', { name: /^B1/ }), { key: 'Enter', shiftKey: true });
  expect(onpick.mock.calls).toEqual([[{ place: 2 }, true], [{ place: 2 }, true]]);
});

it('steps from the left edge to the right with the arrow keys', async () => {
  const offers = { 'one-of': [{ pick: { place: 1 }, label: 'A1' }, { pick: { place: 2 }, label: 'B1' }] };
  render(Board, { scene, label: 'The table', offered: offeredOnTable(offers), onpick: vi.fn() });
  const [first, second] = [screen.getByRole('button', { name: /^A1/ }), screen.getByRole('button', { name: /^B1/ })];
  first.focus();
  await fireEvent.keyDown(first, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(second);
});

it('a stack stays fanned out on the way from one of its pieces to the next, and is put together when the pointer rests beside it', async () => {
  vi.useFakeTimers();
  const [first] = scene.pieces as [Scene['pieces'][number]];
  const pieces = [first, { ...first, id: 8, name: '2nd Rifles' }];
  const offered = offeredOnTable({ 'one-of': [{ pick: { piece: 8 }, label: '2nd Rifles' }] });
  const { container, rerender } = render(Board, { scene: { ...scene, pieces }, label: 'The table', offered, onpick: vi.fn() });
  const over = async (target: Element | null, rests: number) => {
    await fireEvent.pointerOver(target as Element, { pointerType: 'mouse' });
    await vi.advanceTimersByTimeAsync(rests);
    return container.querySelectorAll('.fan > .hit').length;
  };
  const beside = container.querySelector('[data-place="2"]');
  expect(await over(container.querySelector('[data-piece="7"]'), 300)).toBe(2);
  expect(await over(beside, 100)).toBe(2);
  expect(await over(container.querySelector('[data-copy="8"]'), 300)).toBe(2);
  expect(await over(beside, 300)).toBe(0);
  // Where places are asked for there is nothing on the slip to go to, which may lie over the square that one goes to.
  await rerender({ offered: offeredOnTable({ 'one-of': [{ pick: { place: 2 }, label: 'B1' }] }) });
  expect(await over(container.querySelector('[data-piece="7"]'), 300)).toBe(2);
  expect(await over(container.querySelector('[data-place="2"]'), 0)).toBe(0);
});

it('a finger picks the place of a stack by one of its fanned pieces, and whoever could be picked instead by his own', async () => {
  const [first] = scene.pieces as [Scene['pieces'][number]];
  const onpick = vi.fn();
  const going = { ...offeredOnTable({ 'one-of': [{ pick: { place: 1 }, label: 'A1' }] }), others: { pieces: new Set([8]), places: new Set<number>() } };
  const { container } = render(Board, { scene: { ...scene, pieces: [first, { ...first, id: 8, name: '2nd Rifles' }] }, label: 'The table', offered: going, onpick });
  const tap = async (target: string) => fireEvent(container.querySelector(target) as Element, Object.assign(new MouseEvent('click', { bubbles: true }), { pointerType: 'touch' }));
  await tap('.pickable[data-piece="8"]');
  await tap('.fan > .hit[data-copy="7"]');
  await tap('.fan .pickable[data-copy="8"]');
  expect(onpick.mock.calls).toEqual([[{ place: 1 }], [{ piece: 8 }]]);
});

it('a piece of a fanned stack that cannot be picked tells of itself when it is touched', async () => {
  vi.useFakeTimers();
  const [first] = scene.pieces as [Scene['pieces'][number]];
  const onmiss = vi.fn();
  const offered = offeredOnTable({ 'one-of': [{ pick: { piece: 7 }, label: '1st Rifles' }] });
  const { container } = render(Board, { scene: { ...scene, pieces: [first, { ...first, id: 8, name: '2nd Rifles' }] }, label: 'The table', offered, onpick: vi.fn(), onmiss });
  await fireEvent.pointerOver(container.querySelector('[data-piece="8"]') as Element, { pointerType: 'mouse' });
  await vi.advanceTimersByTimeAsync(300);
  await fireEvent.click(container.querySelector('.fan rect[data-copy="8"]') as Element);
  expect(onmiss.mock.calls).toEqual([[{ piece: 8 }]]);
});
