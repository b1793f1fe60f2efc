import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../api/client';
import type { EntryView } from '../api/kernel';
import type { Chart } from '../api/types';
import Dice from './Dice.svelte';

const roll = (title: string, faces: number[]) => ({ roll: { because: { title, rule: '1', result: `${title} done`, throws: [{ what: title, who: 'red', law: '1d6', better: 'high', faces }], tallies: [] } } });
const entry = { number: 4, what: 'orders', seat: 'red', lines: [roll('morale', [5]), roll('fire', [1, 2, 3]), { said: { text: 'The wood is taken.', pieces: [], places: [] } }] } as unknown as EntryView;

afterEach(() => vi.restoreAllMocks());

it('dice that are folded are a strip: the faces that fell last and what they gave, whatever is said after them', () => {
  const mine = { ...entry, lines: [roll('fire', [1, 2, 4]), roll('mine', [3]), { said: { text: 'The Allied phase begins.', pieces: [], places: [] } }] } as unknown as EntryView;
  render(Dice, { entry: mine, book: 'squares', open: false, onclose: () => undefined });
  expect(screen.getByRole('button', { expanded: false }).textContent?.trim()).toBe('3 mine: mine done');
  expect(screen.queryByText('fire done')).toBeNull();
});

it('the roll that matters lies open before the others', () => {
  const { container } = render(Dice, { entry, book: 'squares', open: true, onclose: () => undefined });
  expect(container.querySelector('.inside')?.firstElementChild?.textContent).toContain('fire done');
  expect(container.querySelector('.inside')?.textContent).toContain('morale: morale done');
});

it('the cell that was read is scrolled into sight where it lies below', async () => {
  vi.spyOn(api, 'chart').mockResolvedValue({ book: 'squares', chart: 'saves', title: '', section: '', corner: '', columns: ['saves'], rows: [{ label: 'infantry', cells: ['4+'] }], modifiers: [], notes: [], errata: [] } as Chart);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return { bottom: this.matches('.inside') ? 200 : this.matches('.meet') ? 300 : 0 } as DOMRect;
  });
  const line = roll('saves', [1]);
  Object.assign(line.roll.because, { cell: { chart: 'saves', row: 0, column: 0 } });
  const { container } = render(Dice, { entry: { ...entry, lines: [line] } as unknown as EntryView, book: 'squares', open: true, onclose: () => undefined });
  await waitFor(() => expect(container.querySelector('.inside')?.scrollTop).toBeGreaterThanOrEqual(100));
});
