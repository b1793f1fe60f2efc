import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { commitment, committed, heldOf, hold, receipt, seal, wordsOf } from './held';
import type { Problem } from './problem';
import type { Game } from './types';

const page = readFileSync('../docs/dice.md', 'utf8');
const vector = (name: string, seat: string) => new RegExp(`^${name} +${seat} ([0-9a-f]+)$`, 'm').exec(page)?.[1] ?? '';
const one = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(page)?.[1] ?? '';
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

beforeEach(() => localStorage.clear());

it('commits to bytes as the specification of the dice has it', () => {
  for (const seat of ['red', 'blue']) {
    expect(commitment(bytes(vector('bytes', seat)))).toBe(vector('committed', seat));
  }
  expect(wordsOf(one('commitment'))).toBe(one('words'));
});

/** The game of the specification, before play. */
function game(more: Partial<Game['dice']> = {}, status: Game['status'] = 'dice'): Game {
  const dice = { commitment: one('commitment'), commitments: {}, openings: {}, left: [], secret: null, ...more };
  return { id: one('game'), status, seats: [], dice } as unknown as Game;
}
const both = { red: vector('committed', 'red'), blue: vector('committed', 'blue') };
const opened = { red: vector('bytes', 'red'), blue: vector('bytes', 'blue') };
const changed = (shown: Game) => {
  try {
    hold(shown);
    return '';
  } catch (caught) {
    expect((caught as Problem).kind).toBe('changed');
    return (caught as Error).message;
  }
};

it('keeps the first commitment and does nothing more when the server shows another', () => {
  hold(game());
  expect(changed(game({ commitment: 'ab'.repeat(32) }))).toMatch(/^The server has changed the secret of the dice after it had committed to it\. Nothing more is played here/);
  expect(heldOf(one('game'))?.commitment).toBe(one('commitment'));
  expect(changed(game({ secret: '07'.repeat(32) }, 'over'))).toMatch(/^The secret that the server has opened is not the one/);
  expect(changed(game({ secret: one('secret') }, 'over'))).toBe('');
});

it('holds the others to what they had committed to when it opened its own bytes', () => {
  hold(game());
  committed(one('game'), 'red', both.red);
  expect(changed(game({ commitments: { red: both.blue } }))).toMatch(/changed what the red gives/);
  seal(game({ commitments: both }));
  expect(changed(game({ commitments: both, openings: opened }, 'playing'))).toBe('');
  expect(changed(game({ commitments: { ...both, blue: both.red } }))).toMatch(/What the blue gives to the dice was changed/);
  expect(changed(game({ commitments: { red: both.red } }))).toMatch(/What the blue gives/);
  expect(changed(game({ commitments: { ...both, green: both.red } }))).toMatch(/What the green gives/);
  expect(changed(game({ commitments: both, openings: { ...opened, blue: opened.red } }))).toMatch(/The bytes of the blue are not those/);
});

it('writes a receipt as the specification has it', () => {
  const kept = { commitment: one('commitment'), seen: Date.UTC(2026, 10, 17, 12), late: false, mine: { red: both.red }, sealed: { committed: both, at: Date.UTC(2026, 10, 17, 12, 1) } };
  localStorage.setItem(`dice/${one('game')}`, JSON.stringify(kept));
  localStorage.setItem(`dice/${one('game')}/red`, opened.red);
  expect(receipt(one('game'), 'https://play.example.org')).toBe(/```receipt\n([^`]*)```/.exec(page)?.[1]);
});

it('says of a game that it first saw in play that it came late', () => {
  expect(hold(game({}, 'playing')).late).toBe(true);
  expect(receipt(one('game'), 'here')).toContain('late: yes');
});
