import { beforeEach, expect, it, vi } from 'vitest';
import { bytesToHex } from '@noble/hashes/utils.js';
import { api } from './client';
import { giveDice } from './dice';
import { bytesKept, commitment } from './held';
import type { Game } from './types';

vi.mock('./client', () => ({ api: { commit: vi.fn(), open: vi.fn() } }));

const first = '12'.repeat(32);
const theirs = commitment(new Uint8Array(32));

/** A game of two people, of whom red sits here. */
function game(commitments: Record<string, string>, shown = first): Game {
  const person = (seat: string) => ({ seat, kind: 'person', mine: seat === 'red' });
  return { id: 'g', status: 'dice', seats: [person('red'), person('blue')], dice: { commitment: shown, commitments, openings: {}, left: [], secret: null } } as unknown as Game;
}

/** The server as it answers what this browser does: it keeps what it is given, and shows a commitment. */
function answering(shown: () => string) {
  vi.mocked(api.commit).mockImplementation(async (_, seat, to) => game({ [seat]: to, blue: theirs }, shown()));
  vi.mocked(api.open).mockImplementation(async () => game({ red: vi.mocked(api.commit).mock.calls[0]?.[2] ?? '', blue: theirs }, shown()));
}

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});

it('commits to bytes of its own, and opens them when all have committed', async () => {
  answering(() => first);
  await giveDice(game({ blue: theirs }));
  expect(api.commit).toHaveBeenCalledOnce();
  expect(api.open).toHaveBeenCalledWith('g', 'red', bytesKept('g', 'red'));
});

it('opens nothing to a server that has changed its commitment, whenever it did', async () => {
  answering(() => first);
  vi.mocked(api.commit).mockImplementation(async (_, seat, to) => game({ [seat]: to }));
  await giveDice(game({}));
  const mine = vi.mocked(api.commit).mock.calls[0]?.[2] ?? '';
  expect(api.open).not.toHaveBeenCalled();
  await expect(giveDice(game({ red: mine, blue: theirs }, 'ab'.repeat(32)))).rejects.toThrow(/^The server has changed the secret of the dice/);
  expect(api.open).not.toHaveBeenCalled();

  // In the very answer to its commitment.
  localStorage.clear();
  answering(() => 'ab'.repeat(32));
  await expect(giveDice(game({ blue: theirs }))).rejects.toThrow(/^The server has changed the secret of the dice/);
  expect(api.open).not.toHaveBeenCalled();
});

it('opens no bytes that somebody else has committed to in its place', async () => {
  const others = commitment(new Uint8Array(32).fill(1));
  localStorage.setItem('dice/g/red', bytesToHex(new Uint8Array(32).fill(2)));
  await giveDice(game({ red: others, blue: theirs }));
  expect(api.open).not.toHaveBeenCalled();
});
