import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../api/client';
import RollBox from './RollBox.svelte';

afterEach(() => vi.restoreAllMocks());

it('says what may be written where something else than dice is typed, and asks nobody', async () => {
  const roll = vi.spyOn(api, 'roll').mockRejectedValue(new Error('asked'));
  render(RollBox, { book: 'squares', procedure: 'fire', fields: [], inputs: {} });
  const write = async (typed: string) => {
    await fireEvent.input(screen.getByLabelText('or your own dice'), { target: { value: typed } });
    await fireEvent.click(screen.getByRole('button', { name: 'Read them' }));
  };
  await write('4, abc');
  expect(screen.getByRole('alert').textContent).toContain("'abc' is no die");
  await write('-1 2.5');
  expect([screen.getByRole('alert').textContent?.includes("'-1' is no die"), roll.mock.calls.length]).toEqual([true, 0]);
  await write('4, 2; 6');
  expect(roll.mock.calls[0]?.[3]).toEqual([4, 2, 6]);
});
