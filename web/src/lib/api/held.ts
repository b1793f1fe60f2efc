import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { Problem } from './problem';
import type { Seat } from './kernel';
import type { Game } from './types';

/** What this browser holds of the dice of a game, from the first moment it saw it: the server cannot take it back. */
export type Held = {
  /** The commitment that the server showed first. */
  commitment: string;
  /** When that was, in milliseconds since 1970. */
  seen: number;
  /** Had play begun by then? Then it shows nothing of the beginning. */
  late: boolean;
  /** What this browser has committed to, by seat. */
  mine: Record<Seat, string>;
  /** What all seats had committed to when this browser opened its bytes, and when it did. */
  sealed?: { committed: Record<Seat, string>; at: number };
};

const derive = (context: string, data: Uint8Array) => blake3(data, { context: utf8ToBytes(`sandtable 2026-11 ${context}`) });

/** The commitment to a seat's bytes, as docs/dice.md has it. */
export const commitment = (bytes: Uint8Array) => bytesToHex(derive("commitment to a player's bytes", bytes));

const secretCommitment = (secret: string, game: string) =>
  bytesToHex(derive('commitment to a dice secret', Uint8Array.from([...hexToBytes(secret), ...utf8ToBytes(game)])));

/** A commitment in four short words, to be read to one another. */
export function wordsOf(commitment: string): string {
  const hash = derive('words of a commitment', hexToBytes(commitment));
  const word = (at: number) => {
    const bits = ((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0);
    const consonant = (by: number) => 'bdfghjklmnprstvz'[(bits >> by) & 15];
    const vowel = (by: number) => 'aiou'[(bits >> by) & 3];
    return [consonant(12), vowel(10), consonant(6), vowel(4), consonant(0)].join('');
  };
  return [0, 2, 4, 6].map(word).join('-');
}

const key = (game: string) => `dice/${game}`;

/** What is held of a game; null where this browser has never seen it. */
export function heldOf(game: string): Held | null {
  const kept = localStorage.getItem(key(game));
  return kept ? (JSON.parse(kept) as Held) : null;
}

const begun = (game: Game) => game.status === 'playing' || game.status === 'over';

/** Holds a game to what this browser saw of its dice before, and keeps what it sees first. What was changed is thrown. */
export function hold(game: Game): Held {
  const held = heldOf(game.id) ?? { commitment: game.dice.commitment, seen: Date.now(), late: begun(game), mine: {} };
  const changed = whatChanged(game, held);
  if (changed) throw new Problem('changed', 0, `${changed} Nothing more is played here from this browser. Keep your receipt: with it anybody can see that the dice of this game were changed.`);
  keep(game.id, held);
  return held;
}

/** In which way the server has gone back on what it showed; empty where it has not. */
function whatChanged({ id, dice }: Game, held: Held): string {
  if (dice.commitment !== held.commitment) return 'The server has changed the secret of the dice after it had committed to it.';
  if (dice.secret && secretCommitment(dice.secret, id) !== held.commitment) return 'The secret that the server has opened is not the one it had committed to.';
  for (const [seat, mine] of Object.entries(held.mine)) {
    if (dice.commitments[seat] && dice.commitments[seat] !== mine) return `The server has changed what the ${seat} gives to the dice.`;
  }
  if (held.sealed) {
    const { committed } = held.sealed;
    const seats = new Set([...Object.keys(committed), ...Object.keys(dice.commitments)]);
    const other = [...seats].find((seat) => dice.commitments[seat] !== committed[seat]);
    if (other) return `What the ${other} gives to the dice was changed after your bytes were opened.`;
  }
  const wrong = Object.entries(dice.openings).find(([seat, bytes]) => commitment(hexToBytes(bytes)) !== dice.commitments[seat]);
  if (wrong) return `The bytes of the ${wrong[0]} are not those it had committed to.`;
  return '';
}

/** This browser has committed to something for a seat. */
export function committed(game: string, seat: Seat, to: string): void {
  const held = heldOf(game);
  if (held) keep(game, { ...held, mine: { ...held.mine, [seat]: to } });
}

/** This browser is about to open its bytes: from now on nobody may commit to anything else. */
export function seal(game: Game): void {
  const held = hold(game);
  if (!held.sealed) keep(game.id, { ...held, sealed: { committed: game.dice.commitments, at: Date.now() } });
}

function keep(game: string, held: Held): void {
  localStorage.setItem(key(game), JSON.stringify(held));
}

/** The bytes that this browser gave for a seat. */
export const bytesKept = (game: string, seat: Seat) => localStorage.getItem(`dice/${game}/${seat}`);

/** What this browser holds of the dice, as a file of its owner's: `sandtable verify LOG --receipt FILE` holds a log to it. */
export function receipt(game: string, server: string): string {
  const held = heldOf(game);
  if (!held) return '';
  const time = (at: number) => new Date(at).toISOString();
  const lines = ['sandtable receipt 1', `server: ${server}`, `game: ${game}`, `seen: ${time(held.seen)}`];
  if (held.late) lines.push('late: yes');
  lines.push(`commitment: ${held.commitment}`, `words: ${wordsOf(held.commitment)}`);
  for (const seat of Object.keys(held.mine)) lines.push(`bytes: ${seat} ${bytesKept(game, seat) ?? ''}`);
  for (const [seat, to] of Object.entries(held.sealed?.committed ?? held.mine)) lines.push(`committed: ${seat} ${to}`);
  if (held.sealed) lines.push(`opened: ${time(held.sealed.at)}`);
  return lines.join('\n') + '\n';
}
