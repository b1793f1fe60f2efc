import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commitment } from './held';

const page = readFileSync('../docs/dice.md', 'utf8');
const vector = (name: string, seat: string) => new RegExp(`^${name} +${seat} ([0-9a-f]+)$`, 'm').exec(page)?.[1] ?? '';
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

it('commits to bytes as the specification of the dice has it', () => {
  for (const seat of ['red', 'blue']) {
    expect(commitment(bytes(vector('bytes', seat)))).toBe(vector('committed', seat));
  }
});
