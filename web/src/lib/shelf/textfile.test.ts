import { expect, it } from 'vitest';
import { LONGEST, placeOf, readText } from './textfile';

const file = (parts: BlobPart[], name = 'mine.toml') => new File(parts, name);

it('reads a text, without the mark that some editors put before it', async () => {
  expect(await readText(file(['book = "squares"\n']))).toBe('book = "squares"\n');
  expect(await readText(file([new Uint8Array([0xef, 0xbb, 0xbf]), 'par = 3']))).toBe('par = 3');
});

it('refuses what is too big, empty or no text with a sentence that names the file', async () => {
  await expect(readText(file([new Uint8Array(LONGEST + 1)], 'map.png'))).rejects.toThrow("'map.png' has 257 KB, but a scenario has 256 KB at most.");
  await expect(readText(file([' \n\n']))).rejects.toThrow("'mine.toml' is empty.");
  await expect(readText(file([new Uint8Array([0x42, 0xff, 0xfe, 0x00])]))).rejects.toThrow('bytes that are no UTF-8');
  expect(await readText(file(['#'.repeat(LONGEST)]))).toHaveLength(LONGEST);
});

it('finds the place of a line and a column', () => {
  const text = 'book = 1\nname = "ü 🎲 x"\n\nlast';
  expect(placeOf(text, 1, 1)).toBe(0);
  expect(placeOf(text, 2, 8)).toBe(9 + 7);
  // The die is one character to people and two to the browser.
  expect(text.slice(placeOf(text, 2, 13))).toMatch(/^x"/);
  expect(text.slice(placeOf(text, 4, 1))).toBe('last');
  expect(placeOf(text, 9, 1)).toBe(text.length);
});
