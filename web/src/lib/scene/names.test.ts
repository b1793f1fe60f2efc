import { expect, it } from 'vitest';
import { shortName } from './names';

it('cuts the name of a counter between words, before a comma, and never behind a small word', () => {
  expect(shortName('II/48')).toBe('II/48');
  expect(shortName('Field guns, 228th Division')).toBe('Field guns');
  expect(shortName('1st Sherwood Foresters')).toBe('1st Sherwood');
  expect(shortName('4th Guards and 228th Divisions, higher command')).toBe('4th Guards');
  expect(shortName('Maschinengewehrabteilung')).toBe('Maschinengeweh.');
});
