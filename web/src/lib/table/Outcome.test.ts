import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { GameResult } from '../api/kernel';
import type { Game } from '../api/types';
import Outcome from './Outcome.svelte';

it('names the sides with their points as they are named everywhere', () => {
  const result: GameResult = { winner: 'german', points: [['allied', '138½'], ['german', '161']], because: 'the last turn is over', rule: '15' };
  render(Outcome, { game: { id: 'g', book: 'somme', seats: [], left_off: false } as unknown as Game, result, seat: 'allied' });
  expect(screen.getByText('138½').parentElement?.textContent).toBe('Allied 138½');
  expect(screen.getByText('161').parentElement?.textContent).toBe('German 161');
});
