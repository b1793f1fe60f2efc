import { expect, it } from 'vitest';
import { open, sound, visitor } from './browser';
import { learns, make } from './games';
import { moment, moves } from './play';

it('the learning game of the Somme is played to its end by clicks, with a hint for what is asked', () => learns('somme', 'montauban', ['allied', 'german'], /Pick a target first/), 600_000);

it('a headquarters shows whom it commands and supplies, and a whole corps marches by one order', async () => {
  const context = await visitor();
  const { id } = await make(context, 'somme', 'montauban', { allied: { kind: 'me' }, german: { kind: 'machine', machine: 'quick' } });
  const page = await open(context, `game/${id}`);
  await moment(page);
  await page.getByRole('button', { name: /How does a piece stand/ }).click();
  await page.locator('.board .pickable[aria-label^="XIII Corps HQ"]').dispatchEvent('click');
  const look = page.getByRole('region', { name: 'How it stands' });
  await look.getByText(/It commands 5 squares round it/).waitFor();
  await look.getByText(/It supplies 5 squares round it/).waitFor();
  await sound(page);
  await look.getByRole('button', { name: 'Back to the whole table' }).click();
  await look.getByRole('button', { name: 'German zones of control' }).click();
  await look.getByText(/Movement ends where/).waitFor();
  await look.getByRole('button', { name: /^XIII Corps/ }).click();
  await look.getByRole('list', { name: 'XIII Corps' }).getByRole('button', { name: '90 Brigade' }).click();
  await look.getByText(/supplies it/).waitFor();
  await look.getByRole('button', { name: 'Done' }).click();

  // Whoever has read the log and then picks a target sees the guns that there are to choose from.
  await page.getByRole('tab', { name: 'Log' }).click();
  await moves(page, () => page.locator('.board .pickable[aria-label^="o24,"]').dispatchEvent('click'));
  await page.locator('.confirm:enabled').waitFor();
  expect(await page.locator('.prompt .body').evaluate((body) => body.clientHeight)).toBeGreaterThan(150);
  await moves(page, () => page.getByRole('button', { name: 'Back' }).click());
  await moves(page, () => page.getByRole('button', { name: 'All is declared: fire' }).click());
  if (await page.locator('.confirm:enabled').count()) await moves(page, () => page.locator('.confirm:enabled').click());
  await page.locator('.decision h2', { hasText: 'Who moves?' }).waitFor();
  await moves(page, () => page.getByRole('button', { name: /^XIII Corps: all/ }).click());
  await page.locator('.decision h2', { hasText: 'Towards which square?' }).waitFor();
  // Far beyond what anybody reaches in this step, and not among what is lit: it can be named all the same.
  expect(await page.locator('.board .pickable[aria-label^="t29"]').count()).toBe(0);
  await moves(page, () => page.locator('.board .place[aria-label^="t29"]').click());
  await page.locator('.decision h2', { hasText: 'Who marches?' }).waitFor();
  // The order is whole: all of the corps go but guns and those in the line, who can be ticked, as others can be unticked.
  expect(await page.locator('.prompt input[type=checkbox]:checked').count()).toBeGreaterThan(3);
  expect(await page.locator('.prompt input[type=checkbox]:not(:checked)').count()).toBeGreaterThan(0);
  await page.getByText(/ goes to /).first().waitFor();
  await moves(page, () => page.locator('.confirm:enabled').click());
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByText(/march/).first().waitFor();
  await context.close();
}, 180_000);
