import { expect, it } from 'vitest';
import { open, sound, visitor } from './browser';

it('shows odds that change with the situation, side by side, from a link, and reads typed dice', async () => {
  const context = await visitor();
  const page = await open(context, 'desk/somme/bombardment');
  const bar = page.getByRole('img', { name: /^Odds:/ }).first();
  await bar.waitFor();
  const first = await bar.getAttribute('aria-label');
  await page.getByRole('button', { name: 'One less' }).first().click();
  await page.waitForFunction((old) => document.querySelector('.odds .bar')?.getAttribute('aria-label') !== old, first);
  const changed = await bar.getAttribute('aria-label');
  const link = page.url();
  expect(link).toMatch(/\?/);

  await page.getByRole('button', { name: 'Keep for comparison' }).click();
  await page.getByRole('heading', { name: 'Side by side' }).waitFor();

  await page.getByLabel('or your own dice').fill('2');
  await page.getByRole('button', { name: 'Read them' }).click();
  await page.locator('td.meet').waitFor();
  expect(await page.getByText('dice: typed').count()).toBe(1);
  await sound(page);

  const again = await context.newPage();
  await again.goto(link);
  await again.waitForFunction((old) => document.querySelector('.odds .bar')?.getAttribute('aria-label') === old, changed);

  await page.getByLabel('or your own dice').fill('9');
  await page.getByRole('button', { name: 'Read them' }).click();
  await page.getByRole('alert').waitFor();
  await context.close();
});

it('has a form for every procedure of all five books', async () => {
  const context = await visitor();
  const page = await open(context, 'desk');
  const all: { book: string; procedure: string }[] = await page.evaluate(async () => {
    const books = await (await fetch('/api/v1/books')).json();
    const lists = await Promise.all(books.map(async ({ id }: { id: string }) => (await fetch(`/api/v1/books/${id}/procedures`)).json()));
    return lists.flat();
  });
  expect(all.length).toBeGreaterThan(20);
  for (const { book, procedure } of all) {
    await page.goto(`/#/desk/${book}/${procedure}`);
    await page.locator(`nav a[aria-current][href="#/desk/${book}/${procedure}"]`).waitFor();
    await page.getByRole('img', { name: /^Odds:/ }).first().waitFor();
    expect(await page.getByRole('alert').count(), `${book} ${procedure}`).toBe(0);
  }
  await context.close();
});

it('keeps the odds in sight on a phone while the form is filled in, and finds types by any word', async () => {
  const context = await visitor('phone');
  const page = await open(context, 'desk/elements/ap-fire');
  const strip = page.locator('.strip');
  await strip.getByRole('img', { name: /^Odds:/ }).waitFor();
  const before = await strip.innerText();
  const target = page.getByRole('combobox', { name: 'target' });
  await target.click();
  await target.fill('tiger');
  await page.getByRole('option', { name: /^tiger i / }).click();
  await page.waitForFunction((old) => (document.querySelector('.strip') as HTMLElement).innerText !== old, before);
  await page.getByText('Foreign edge').first().scrollIntoViewIfNeeded();
  const { y, height } = (await strip.boundingBox()) ?? { y: 0, height: 0 };
  expect(Math.round(y + height)).toBe(844);
  await sound(page);
  await strip.getByRole('button', { name: 'Odds, roll' }).click();
  await page.getByRole('button', { name: 'Roll', exact: true }).click();
  await page.getByText(/^dice: /).waitFor();
  expect(await page.locator('.roll .situation').innerText()).toContain('target tiger i');
  await context.close();
});

it('says why an outcome is certain', async () => {
  const context = await visitor();
  const page = await open(context, 'desk/elements/ap-fire?attacker=pak-36&target=tiger-i');
  await page.getByText('this fire cannot harm the target').waitFor();
  await sound(page);
  await context.close();
});
