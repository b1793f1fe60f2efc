import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EntryView } from '../api/kernel';
import Log from './Log.svelte';

let high = 100;
let resized: () => void = () => undefined;
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', class {
    constructor(told: () => void) {
      resized = told;
    }
    observe(): void {}
    disconnect(): void {}
  });
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  high = 100;
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => high);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const entries = [{ number: 1, what: 'orders', seat: 'red', lines: [{ said: { text: 'It moves.', pieces: [], places: [] } }] }] as unknown as EntryView[];

it('the log stands at its end when what opens beside it takes its room, unless somebody reads further back', () => {
  const { container } = render(Log, { entries, book: 'squares', since: 0 });
  resized();
  expect(container.scrollTop).toBe(900);
  container.scrollTop = 200;
  container.dispatchEvent(new Event('scroll'));
  resized();
  expect(container.scrollTop).toBe(200);
});

it('what was scrolled before the room was taken does not count as reading further back', () => {
  const { container } = render(Log, { entries, book: 'squares', since: 0 });
  resized();
  high = 40;
  container.scrollTop = 800;
  container.dispatchEvent(new Event('scroll'));
  resized();
  expect(container.scrollTop).toBe(900);
});
