import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tick } from 'svelte';
import type { Deciding } from './deciding.svelte';
import Hint from './Hint.svelte';

let high = { shown: 40, whole: 40 };
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', class {
    constructor(private readonly told: () => void) {}
    observe(): void {
      this.told();
    }
    disconnect(): void {}
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => high.shown);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => high.whole);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const deciding = { seat: 'red', ask: 1, picks: [], root: { hint: 'Go in together, and look at the odds first.', question: 'Who goes?' }, prompt: null } as unknown as Deciding;

it('advice that is longer than its room says so, and opens', async () => {
  high = { shown: 40, whole: 120 };
  render(Hint, { deciding, rolled: false, game: 'folded' });
  await tick();
  await fireEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getByRole('button', { name: 'Less' }).getAttribute('aria-expanded')).toBe('true');
});

it('advice that has its room is not folded', async () => {
  high = { shown: 40, whole: 40 };
  render(Hint, { deciding, rolled: false, game: 'open' });
  await tick();
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});
