import { expect, it } from 'vitest';
import { asSentence, called, side, withCapital } from './sentence';

it('makes a sentence of words that stand alone, and leaves one as it is', () => {
  expect(asSentence('the countdown has run out')).toBe('The countdown has run out.');
  expect(asSentence('The battle is over.')).toBe('The battle is over.');
  expect(asSentence('')).toBe('');
});

it('the name of a square or of a key stays as it is written, at the head of a sentence too', () => {
  expect(asSentence('aa22 is out of reach')).toBe('aa22 is out of reach.');
  expect(asSentence('objectives.c4 is not known here')).toBe('objectives.c4 is not known here.');
  expect(withCapital('ab19')).toBe('ab19');
  expect(withCapital('all of ab19')).toBe('All of ab19');
});

it('a seat that bears the name of an army is called its player', () => {
  expect(called('german')).toBe('German player');
  expect(called('attacker')).toBe('attacker');
  expect(['attacker', 'allied'].map(side)).toEqual(['the attacker', 'the Allied player']);
});
