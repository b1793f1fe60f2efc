import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { hold, wordsOf } from '../api/held';
import type { Game } from '../api/types';
import DiceProof from './DiceProof.svelte';

const first = '12'.repeat(32);

function game(status: Game['status'], openings: Record<string, string> = {}, commitment = first): Game {
  return { id: 'g', status, seats: [], dice: { commitment, commitments: {}, openings, left: [], secret: null } } as unknown as Game;
}

it('says of a game in which nobody gave bytes that the server alone chose its dice', () => {
  render(DiceProof, { game: game('playing') });
  expect(screen.getByText('the server alone chose them')).toBeTruthy();
});

it('names who gave bytes, and the words of the commitment that was seen first, whatever is shown later', () => {
  hold(game('dice'));
  render(DiceProof, { game: game('playing', { red: '00', blue: '11' }, 'ab'.repeat(32)) });
  expect(screen.getByText(/bytes of the red and the blue/)).toBeTruthy();
  expect(screen.getByText(wordsOf(first))).toBeTruthy();
  expect(screen.queryByText(/alone chose/)).toBeNull();
});

it('says of a browser that came when play had begun that it cannot vouch for the beginning', () => {
  hold(game('playing'));
  render(DiceProof, { game: game('playing', { red: '00' }) });
  expect(screen.getByText(/it cannot vouch for the beginning/)).toBeTruthy();
});
