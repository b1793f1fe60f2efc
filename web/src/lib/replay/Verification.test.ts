import { hexToBytes } from '@noble/hashes/utils.js';
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { commitment, type Held } from '../api/held';
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

const BYTES = 'ab'.repeat(32);
const SHOWN = 'cd'.repeat(32);

/** A log of a server's game, to a browser that holds this much of it. */
function served(held: Partial<Held> | null, openings: Record<string, string> = { red: BYTES }, undone = { times: 0, seen: 0, unseen: 0 }) {
  localStorage.clear();
  const mine = { red: commitment(hexToBytes(BYTES)) };
  if (held) localStorage.setItem('dice/g', JSON.stringify({ commitment: SHOWN, seen: 1, late: false, mine, ...held }));
  const replay = found([]);
  const given = { game: 'g', commitment: SHOWN, openings, by_throws: true };
  return render(Verification, { replay: { ...replay, dice: { ...replay.dice, kind: 'committed', given, undone } } });
}

it('that the secret was committed to before is said only by a browser that saw it and gave its bytes', () => {
  served({});
  expect(screen.getByText(/committed to before this browser gave its bytes/)).toBeTruthy();
});

it.each([
  ['has never seen the game', null],
  ['came after play had begun', { late: true }],
  ['gave other bytes', { mine: { red: commitment(hexToBytes('00'.repeat(32))) } }],
])('a browser that %s calls the dice consistent', (_, held) => {
  served(held);
  expect(screen.getByText(/only a player’s receipt shows/)).toBeTruthy();
});

it('a log with another commitment than this browser was shown is bad, whatever follows from it', () => {
  const { container } = served({ commitment: 'ef'.repeat(32) });
  expect(container.querySelector('.bad')?.textContent).toMatch(/has changed the secret of the dice/);
});

it('a game without anybody’s bytes says who chose its dice, and take-backs are counted', () => {
  served({}, {}, { times: 3, seen: 1, unseen: 0 });
  expect(screen.getByText(/The server alone chose the dice/)).toBeTruthy();
  expect(screen.getByText(/taken back 3 times, once after dice had fallen/)).toBeTruthy();
});
