import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Market } from '../api/kernel';
import ArmyMarket from './ArmyMarket.svelte';
import { Drafting } from './drafting.svelte';

const item = (name: string, points: number) => ({ name, title: name.replace(/.*\./, ''), points, most: 9 });
const market: Market = {
  rule: 'R20', points: [10, 300],
  lists: [{ name: 'ours', title: 'Ours, 1914', goods: [
    { title: 'command', one: true, rows: [{ title: '', items: [item('command.poor', 0), item('command.good', 6)] }] },
    { title: 'units', one: false, rows: [{ title: 'infantry', items: [item('infantry.raw', 4), item('infantry.regular', 5)] }] },
  ] }],
};
afterEach(() => vi.unstubAllGlobals());

it('buys by steppers, adds up, and tells the sentence of the rule that refuses', async () => {
  const sent: { armies: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    sent.push(body);
    const fine = !body.armies.red || body.armies.red.items['infantry.regular'] === 1;
    const answer = fine
      ? { text: '', card: {}, overview: { lines: [] }, bills: [['red', [['an army', 30]]]], scene: {} }
      : { kind: 'refused', detail: 'The army is too dear.', field: 'armies' };
    return Promise.resolve(new Response(JSON.stringify(answer), { status: fine ? 200 : 422 }));
  });
  const drafting = new Drafting('squares', 'first-orders');
  render(ArmyMarket, { book: 'squares', seat: 'red', market, drafting });
  await fireEvent.click(screen.getByLabelText('bought by points'));
  await screen.findByText('of 30 points', { exact: false });
  // Before anything is bought nothing is wrong: it is only not done yet.
  await waitFor(() => expect(drafting.unbought).toEqual(['red']));
  expect([screen.queryByRole('alert'), drafting.armies['red']]).toEqual([null, undefined]);
  await fireEvent.click(screen.getByRole('button', { name: 'One more regular infantry' }));
  await fireEvent.click(screen.getByLabelText(/good/));
  await waitFor(() => expect(drafting.unbought).toEqual([]));
  await waitFor(() => expect(drafting.armies['red']?.items).toEqual({ 'command.good': 1, 'infantry.regular': 1 }));
  expect(screen.getByRole('status').textContent).toContain('11 of 30 points');
  await waitFor(() => expect(drafting.problem).toBeNull());
  await fireEvent.click(screen.getByRole('button', { name: 'One more regular infantry' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The army is too dear.');
  await fireEvent.click(screen.getByLabelText('as the scenario has it'));
  await waitFor(() => expect(sent.at(-1)?.armies).toEqual({}));
});
