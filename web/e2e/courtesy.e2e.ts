import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { open, sound, visitor } from './browser';
import { make } from './games';
import { moment, moves } from './play';

type Two = { one: BrowserContext; other: BrowserContext; attacker: Page; defender: Page; id: string; links: Record<string, string> };

/** Two browsers at a learning game, the attacker to decide. */
async function two(): Promise<Two> {
  const [one, other] = await Promise.all([visitor(), visitor()]);
  const { id, links } = await make(one, 'squares', 'first-orders', { attacker: { kind: 'me' }, defender: { kind: 'link' } });
  const attacker = await open(one, `game/${id}`);
  const defender = await other.newPage();
  await defender.goto(links['defender'] ?? '');
  await moment(attacker);
  await defender.locator('.board').waitFor();
  for (const page of [attacker, defender]) await page.getByRole('tab', { name: 'Log' }).click();
  return { one, other, attacker, defender, id, links };
}

/** Rolls for the asset: dice fall, whatever they show. */
async function roll(page: Page): Promise<void> {
  await page.locator('.offer .chance').first().waitFor();
  await page.locator('.offer', { hasText: /on 4 or more/i }).first().click();
  await page.locator('.tray').waitFor();
}

const rolls = (page: Page) => page.locator('ol[aria-label] > li:not(.undone) details').count();

it('dice are taken back only if the other agrees: offered, withdrawn, declined, agreed', async () => {
  const { one, other, attacker, defender } = await two();
  await roll(attacker);
  const asked = defender.getByText('The attacker asks to take the last answer back.');
  await attacker.getByRole('button', { name: 'Ask to undo' }).click();
  await asked.waitFor();
  await sound(defender);
  await attacker.getByRole('button', { name: 'Withdraw' }).click();
  await asked.waitFor({ state: 'hidden' });

  await attacker.getByRole('button', { name: 'Ask to undo' }).click();
  await defender.getByRole('button', { name: 'Decline' }).click();
  await asked.waitFor({ state: 'hidden' });
  await attacker.getByRole('button', { name: 'Ask to undo' }).waitFor();
  await attacker.getByText('The other side wants it to stand.').waitFor();
  expect(await rolls(attacker)).toBeGreaterThan(0);

  await attacker.getByRole('button', { name: 'Ask to undo' }).click();
  await defender.getByRole('button', { name: 'Agree' }).click();
  for (const page of [attacker, defender]) await page.locator('ol[aria-label] > li.undone').first().waitFor();
  await attacker.locator('.decision h2', { hasText: 'asset' }).waitFor();
  expect(await rolls(attacker)).toBe(0);
  await Promise.all([one.close(), other.close()]);
}, 180_000);

it('who gives up has lost, and both find the way to the next game', async () => {
  const { one, other, attacker, defender } = await two();
  await attacker.getByRole('tab', { name: 'Game' }).click();
  await attacker.getByRole('button', { name: 'Give the game up' }).click();
  await attacker.getByRole('button', { name: 'Play on' }).click();
  await attacker.getByRole('button', { name: 'Give the game up' }).click();
  await attacker.getByRole('button', { name: 'Give up', exact: true }).click();
  await attacker.getByRole('heading', { name: 'You have lost' }).waitFor();
  await defender.getByRole('heading', { name: 'You have won' }).waitFor();
  await sound(attacker);

  await attacker.getByRole('button', { name: 'Again, sides changed' }).click();
  await defender.getByRole('link', { name: 'To the next game' }).click();
  await defender.waitForURL((url) => url.href === attacker.url());
  expect(await moment(defender)).toBe('decide');
  await defender.getByText('as attacker').waitFor();
  await attacker.locator('.board').waitFor();
  await Promise.all([one.close(), other.close()]);
}, 180_000);

it('a new link for a seat makes the old one worthless', async () => {
  const one = await visitor();
  const { id, links } = await make(one, 'squares', 'first-orders', { attacker: { kind: 'me' }, defender: { kind: 'link' } });
  const page = await open(one, `game/${id}`);
  await page.getByRole('heading', { name: 'Waiting for players' }).waitFor();
  await sound(page);
  await page.getByRole('button', { name: 'New link for the defender' }).click();
  const field = page.getByLabel('Link for the defender');
  await page.waitForFunction((old) => document.querySelector<HTMLInputElement>('input[aria-label="Link for the defender"]')?.value.endsWith(old) === false, links['defender'] ?? '');
  const fresh = await field.inputValue();

  const [late, friend] = await Promise.all([visitor(), visitor()]);
  const tooLate = await late.newPage();
  await tooLate.goto(links['defender'] ?? '');
  await tooLate.getByRole('alert').waitFor();
  await sound(tooLate);
  const there = await friend.newPage();
  await there.goto(fresh);
  await there.locator('.board').waitFor();
  expect(await moment(page)).toBe('decide');
  await Promise.all([one.close(), late.close(), friend.close()]);
}, 180_000);

it('calls out in another tab, rattles the dice if asked to, and shows what happened meanwhile', async () => {
  const { one, other, attacker, defender, id } = await two();
  await attacker.close();
  const calls = await one.newPage();
  await calls.addInitScript(() => {
    localStorage.setItem('sound', 'on');
    localStorage.setItem('notify', 'on');
    const heard = { notes: [] as string[], knocks: 0 };
    Object.assign(window, { heard });
    const told = (title: string, { body }: { body: string }) => void heard.notes.push(`${title}: ${body}`);
    const Notification = function (title: string, more: { body: string }) {
      told(title, more);
    };
    Object.assign(window, { Notification: Object.assign(Notification, { permission: 'granted' }) });
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      heard.knocks += 1;
      return make.call(this);
    };
  });
  await calls.goto(`/#/game/${id}`);
  await moment(calls);
  await roll(calls);
  type Heard = { heard: { notes: string[]; knocks: number } };
  await calls.waitForFunction(() => (window as unknown as Heard).heard.knocks > 0);

  // The attacker ends his turn, and then looks elsewhere until he is asked again.
  for (let picks = 0; picks < 40; picks++) {
    if (await calls.evaluate(() => document.querySelector('.whose')?.textContent?.includes('The defender decides'))) break;
    if (await calls.locator('.prompt[data-busy=false]').count()) await done(calls);
    else await calls.waitForTimeout(100);
  }
  await calls.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }));
  expect(await moment(defender)).toBe('decide');
  for (let picks = 0; picks < 40; picks++) {
    const called = await calls.evaluate(() => (window as unknown as Heard).heard.notes.some((note) => note.startsWith('Sandtable: your decision')));
    if (called) break;
    if (await defender.locator('.prompt[data-busy=false]').count()) await done(defender);
    else await defender.waitForTimeout(100);
  }
  const notes = await calls.evaluate(() => (window as unknown as Heard).heard.notes);
  expect(notes[0]).toMatch(/^Sandtable: your decision: \w+/);
  await calls.reload();
  await calls.getByText('Since you last looked').waitFor();
  await Promise.all([one.close(), other.close()]);
}, 240_000);

/** Ends whatever is asked by the offer that does least. */
async function done(page: Page): Promise<void> {
  const least = page.locator('.offer', { hasText: /^(no more|nothing|give no more|roll for none|nobody|none|end|stand|all )/i }).first();
  if (await page.locator('.prompt fieldset').count()) {
    await page.locator('.confirm:enabled').waitFor();
  } else if (await least.count()) {
    await moves(page, () => least.click());
  } else if (await page.locator('.prompt .offer').count()) {
    await moves(page, () => page.locator('.prompt .offer').last().click());
  }
  if (await page.locator('.confirm').count()) await moves(page, () => page.locator('.confirm').click());
}
