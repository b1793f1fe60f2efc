import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import SidePanel from './SidePanel.svelte';
import type { Sitting } from './sitting.svelte';

it('whoever turns to a tab wants to read it: the table is told to make room', async () => {
  const onread = vi.fn();
  const sitting = { mine: [], game: null, view: null, entries: [], said: 0 } as unknown as Sitting;
  render(SidePanel, { sitting, onshow: () => undefined, onread });
  expect(onread).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('tab', { name: 'Legend' }));
  expect(onread).toHaveBeenCalledTimes(1);
  await fireEvent.keyDown(screen.getByRole('tab', { name: 'Legend' }), { key: 'ArrowRight' });
  expect(onread).toHaveBeenCalledTimes(2);
});
