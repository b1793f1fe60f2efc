import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import FacingPick from './FacingPick.svelte';
import Offers from './Offers.svelte';
import PointPick from './PointPick.svelte';
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

it('several: taken only when there are enough, and never more than the most', () => {
  const of = [offer(1, 'Rifles'), offer(2, 'Guns'), offer(3, 'Horse')];
  const { unmount } = render(Several, { of, least: 2, most: 2, marked: [0], onmark: vi.fn(), ontake: vi.fn() });
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
  unmount();
  render(Several, { of, least: 2, most: 2, marked: [0, 1], onmark: vi.fn(), ontake: vi.fn() });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Take these 2' }).disabled).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Horse' }).disabled).toBe(true);
});

it('a share: one more only where the thing can take it, and placed only when none are left', () => {
  render(Share, { of: [offer(1, 'Rifles', 1), offer(2, 'Guns', 3)], total: 3, shares: [1, 1], left: 1, ongive: vi.fn(), ontake: vi.fn() });
  expect(screen.getByRole('status').textContent).toBe('1 of 3 left to place');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more for Rifles' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more for Guns' }).disabled).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place them so' }).disabled).toBe(true);
});

it('what is placed already can be placed so at once, and moved', () => {
  render(Share, { of: [offer(1, 'Rifles', 2), offer(2, 'Guns', 2)], total: 1, rolls: true, shares: [1, 0], left: 0, ongive: vi.fn(), ontake: vi.fn() });
  expect(screen.getByRole('status').textContent).toBe('It is placed');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more for Guns' }).disabled).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more for Rifles' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place it so, and roll' }).disabled).toBe(false);
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

it('a facing: each has a name', async () => {
  const onpick = vi.fn();
  render(FacingPick, { of: [0, 90], onpick, onpeek: vi.fn() });
  await fireEvent.click(screen.getByRole('button', { name: 'Face right, 90°' }));
  expect(onpick).toHaveBeenCalledWith(90);
});
