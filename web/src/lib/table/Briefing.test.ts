import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../api/client';
import type { Game } from '../api/types';
import Briefing from './Briefing.svelte';
import Outcome from './Outcome.svelte';

afterEach(() => vi.restoreAllMocks());

it('tells what the game itself is about, whatever the book lists under the name of its scenario', async () => {
  const card = { id: 'generated', title: 'Beauchamp', notes: 'A German force attacks.', minutes: 60, sides: [['attacker', 'the German force']] as [string, string][], briefings: [['attacker', 'Take the wood.']] as [string, string][], options: [], learning: false };
  const asked = vi.spyOn(api, 'card').mockResolvedValue(card);
  render(Briefing, { game: { id: 'g', book: 'squares', scenario: 'generated' } as Game, seat: 'attacker' });
  await screen.findByText('A German force attacks.');
  expect(screen.getByText('For the attacker, the German force')).toBeTruthy();
  expect(screen.getByText('Take the wood.')).toBeTruthy();
  expect(asked.mock.calls).toEqual([['g']]);
});

it('cites no rule where a side has given up', () => {
  const game = { id: 'g', book: 'squares', seats: [], left_off: false } as unknown as Game;
  render(Outcome, { game, result: { winner: 'defender', points: [], because: 'the attacker has resigned', rule: '' }, seat: 'attacker' });
  expect(screen.getByText('The attacker has resigned.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Rule/ })).toBeNull();
});
