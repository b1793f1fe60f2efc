import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { open, sound, visitor } from './browser';
import { clickOn, moment } from './play';

/** Lets a file fall on the page, as a hand with a mouse does. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([name, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ''], name ?? ''));
      return transfer;
    },
    [name, content],
  );
  for (const event of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('main', event, { dataTransfer: files });
}

it('takes a scenario file that is dropped on the page, tells what is wrong with it, and plays it', async () => {
  const context = await visitor('desktop');
  const page = await open(context, 'new/squares/first-orders');
  await page.getByRole('heading', { name: /First orders/ }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save this scenario as a file' }).click();
  const stream = await (await saved).createReadStream();
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  expect(text).toMatch(/^book = "squares"/m);

  await page.locator('summary', { hasText: 'Name and onlookers' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Friday');
  await drop(page, 'mine.toml', text.replace(/^par = .*/m, "par = 'low'"));
  const place = page.getByRole('button', { name: /^line \d+, column 7$/ });
  await place.waitFor();
  expect(await page.getByRole('button', { name: 'Begin' }).isDisabled()).toBe(true);
  await place.click();
  await sound(page);

  await drop(page, 'mine.toml', text.replace(/^title = .*/m, 'title = "An order of my own"'));
  await page.getByRole('heading', { level: 1, name: 'An order of my own' }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue(), 'nothing that was typed is lost').toBe('Friday');
  await page.getByRole('button', { name: 'Begin' }).click();
  await moment(page);
  await clickOn(page, 0);
  await moment(page);
  const games = await open(context, 'games');
  await games.getByText('Friday').waitFor();
  await sound(page);
  await context.close();
});

it('buys an army by points with the keyboard on a phone, refused with the sentence of the rule', async () => {
  const context = await visitor('phone');
  const page = await open(context, 'new/squares/le-cateau');
  const army = page.getByRole('radiogroup', { name: 'The army of the defender' });
  await army.getByLabel('bought by points').focus();
  await page.keyboard.press('Space');
  const more = page.getByRole('button', { name: 'One more professional infantry' });
  await more.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Enter');
  await page.getByText('21 of').waitFor();
  const points = page.locator('#army-defender-points');
  await points.fill('20');
  await points.press('Tab');
  const refusal = page.getByRole('alert').filter({ hasText: 'is 20 points, but the army costs 21' });
  await refusal.waitFor();
  expect(await page.getByRole('button', { name: 'Begin' }).isDisabled()).toBe(true);
  await sound(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, 'it scrolls sideways').toBeLessThanOrEqual(0);
  await points.fill('30');
  await points.press('Tab');
  await refusal.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Begin' }).click();
  await moment(page);
  await context.close();
});
