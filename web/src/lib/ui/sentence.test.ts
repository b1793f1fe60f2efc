import { expect, it } from 'vitest';
import { asSentence, called, side } from './sentence';

it('makes a sentence of words that stand alone, and leaves one as it is', () => {
  expect(asSentence('the countdown has run out')).toBe('The countdown has run out.');
  expect(asSentence('The battle is over.')).toBe('The battle is over.');
  expect(asSentence('')).toBe('');
});

it('a seat that bears the name of an army is called its player', () => {
  expect(called('german')).toBe('German player');
  expect(called('attacker')).toBe('attacker');
  expect(['attacker', 'allied'].map(side)).toEqual(['the attacker', 'the Allied player']);
});
