import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { report } from '../api/samples';
import Odds from './Odds.svelte';
import OddsBar from './OddsBar.svelte';

it('tells the whole bar to those who cannot see it, with the exact fraction beside', () => {
  render(OddsBar, { report });
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Odds: missed 67 %, hit 33 %');
  expect(screen.getByText('2/3')).toBeTruthy();
});

it('shows what another option would change', () => {
  const better = { ...report, outcomes: [{ outcome: 'missed', rank: 0, odds: '1/3', p: 1 / 3 }, { outcome: 'hit', rank: 1, odds: '2/3', p: 2 / 3 }] };
  render(Odds, { report: { ...report, beside: [{ label: 'with smoke', odds: better }] }, book: 'squares' });
  expect(screen.getByText('with smoke')).toBeTruthy();
  expect(screen.getAllByRole('img').map((bar) => bar.getAttribute('aria-label'))).toContain('Odds: missed 33 %, hit 67 %');
});
