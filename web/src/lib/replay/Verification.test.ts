import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Replay } from '../api/types';
import EntryLines from '../log/EntryLines.svelte';
import Verification from './Verification.svelte';

function found(parts: Replay['parts'], trouble: string | null = null): Replay {
  return {
    replay: 'r', book: 'drill', scenario: 'skirmish', release: '0.1.0', rules: '0.2.0', parts, entries: 20,
    dice: { kind: 'seed', proved: 12, trouble: null, given: null, undone: { times: 0, seen: 0, unseen: 0 } }, practice: null, play: { verified: trouble === null, trouble }, seats: ['red', 'blue'], result: null,
  };
}

it('a part that only another release can judge is said to be so', () => {
  render(Verification, {
    replay: found([
      { release: '0.1.0', from: 0, to: 11, trouble: 'entry 7: the state is another' },
      { release: '0.2.0', from: 12, to: 19, trouble: null },
    ]),
  });
  expect(screen.getByText(/as far as they can judge it/)).toBeTruthy();
  expect(screen.getByText(/Entries 0 to 11 were played with the rules 0.1.0, and only those can judge them/)).toBeTruthy();
});

it('a log of an earlier release with which these rules agree is true, and says whose it is', () => {
  render(Verification, { replay: found([{ release: '0.1.0', from: 0, to: 19, trouble: null }]) });
  expect(screen.getByText(/were played with the rules 0.1.0, and these agree/)).toBeTruthy();
  expect(screen.queryByText(/as far as they can judge/)).toBeNull();
});

it('what is not true is told in its own sentence', () => {
  render(Verification, { replay: found([], 'the play is not true: entry 3: it is another die') });
  expect(screen.getByText(/✕ The play is not true: entry 3: it is another die\./)).toBeTruthy();
});

it('an entry of another release stands in the log under a head of its own', () => {
  const said = { text: 'From here on the rules of release 0.2.0 hold.', pieces: [], places: [] };
  render(EntryLines, { entry: { number: 12, seat: null, what: 'release', lines: [{ said }] }, book: 'drill' });
  expect(screen.getByText('New rules')).toBeTruthy();
  expect(screen.getByText(said.text)).toBeTruthy();
});

it('says of a practice game how many throws were taken back', () => {
  render(Verification, { replay: { ...found([{ release: '0.2.0', from: 0, to: 19, trouble: null }]), practice: { throws: 3, dice: 11 } } });
  expect(screen.getByText(/Practice: 3 throws taken back \(11 dice\)/)).toBeTruthy();
});
