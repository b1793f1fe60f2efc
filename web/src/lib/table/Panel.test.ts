import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import Panel from './Panel.svelte';

afterEach(() => vi.restoreAllMocks());

it('what is cut to let others in can be read in full', () => {
  const lines = [{ label: 'weather', value: 'fair; both sides observe' }];
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(30);
  const long = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(0);
  const { unmount } = render(Panel, { lines, book: 'somme' });
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  long.mockReturnValue(160);
  render(Panel, { lines, book: 'somme' });
  expect(screen.getByRole('button', { name: /^How it stands, in full/ }).textContent).toBe('…');
});
