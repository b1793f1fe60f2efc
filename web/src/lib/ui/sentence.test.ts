import { expect, it } from 'vitest';
import { asSentence } from './sentence';

it('makes a sentence of words that stand alone, and leaves one as it is', () => {
  expect(asSentence('the countdown has run out')).toBe('The countdown has run out.');
  expect(asSentence('The battle is over.')).toBe('The battle is over.');
  expect(asSentence('')).toBe('');
});
