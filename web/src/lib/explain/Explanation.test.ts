import { render, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../api/client';
import type { Explained } from '../api/kernel';
import type { Chart } from '../api/types';
import Explanation from './Explanation.svelte';

afterEach(() => vi.restoreAllMocks());

const chart = {
  book: 'somme', chart: 'bombardment', title: 'Bombardment', section: '6.0', corner: '1D6', columns: ['c1'], rows: [{ label: '1', cells: ['ST'] }], modifiers: [], notes: [], errata: [],
} as Chart;
const step = {
  title: 'bombardment', rule: '6.0', result: 'suppressed', cell: { chart: 'bombardment', row: 0, column: 0 },
  throws: [{ what: 'bombardment', who: 'allied', law: '1d6', better: 'low', faces: [3] }],
  tallies: [{ name: 'factors', total: 8, lines: [{ what: 'factors firing', change: 8, times: 1, rule: '6.0' }] }],
} as unknown as Explained;

it('a roll is told in the order in which it is read: the dice, what came of them, the chart, and then the sums', async () => {
  vi.spyOn(api, 'chart').mockResolvedValue(chart);
  const { container } = render(Explanation, { steps: [step], book: 'somme' });
  await waitFor(() => expect(container.querySelector('td.meet')).not.toBeNull());
  const places = ['.die', '.result', 'td.meet', '.scrap'].map((name) => [...container.querySelectorAll('*')].indexOf(container.querySelector(name) as Element));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});
