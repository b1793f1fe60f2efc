import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { open, sound, visitor } from './browser';
import { clickOn, moment } from './play';

type Seats = Record<string, { kind: 'me' | 'link' | 'machine'; machine?: string }>;
export type Made = { id: string; links: Record<string, string> };

/** Makes a game in this visitor's name, as the form does. */
export async function make(context: BrowserContext, book: string, scenario: string, seats: Seats, options: object = {}): Promise<Made> {
  const page = await open(context, 'games');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const made = await page.evaluate(
    async (body) => {
      const answer = await fetch('/api/v1/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
      const game = await answer.json();
      if (!answer.ok) throw new Error(game.detail);
      return { id: game.id, links: game.links };
    },
    { book, scenario, seats, options, listed: true },
  );
  await page.close();
  return made;
}

/** Plays by clicking until the game is over, or for so many picks. Says how many it took. */
export async function playOn(page: Page, most = 600): Promise<{ picks: number; over: boolean }> {
  for (let picks = 0; picks < most; picks++) {
    const now = await moment(page);
    if (now === 'over') return { picks, over: true };
    if (now === 'handover') await page.locator('.cover .main').click();
    else await clickOn(page, picks);
  }
  return { picks: most, over: false };
}

/** Plays a learning game from its first hint to its end by clicks, against quick play, with nothing amiss on the page before and after. */
export async function learns(book: string, scenario: string, seats: [string, string], hint: RegExp): Promise<void> {
  const context = await visitor();
  const { id } = await make(context, book, scenario, { [seats[0]]: { kind: 'me' }, [seats[1]]: { kind: 'machine', machine: 'quick' } });
  const page = await open(context, `game/${id}`);
  expect(await moment(page)).toBe('decide');
  await page.getByRole('complementary', { name: 'Hint' }).getByText(hint).waitFor();
  await sound(page);
  const { over } = await playOn(page, 900);
  expect(over).toBe(true);
  await sound(page);
  // Whatever chart a roll opens, the panel beside the board stays as wide as it is.
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.locator('.sheet details').first().waitFor();
  await page.evaluate(() => [...document.querySelectorAll<HTMLDetailsElement>('.sheet details')].slice(-30).forEach((roll) => (roll.open = true)));
  await page.locator('.sheet details[open] table').first().waitFor();
  expect(await page.locator('.side').evaluate((side) => side.getBoundingClientRect().right - innerWidth)).toBeLessThanOrEqual(1);
  await context.close();
}
