import { expect, it } from 'vitest';
import { open, sound, visitor } from './browser';
import { make, playOn } from './games';
import { moment } from './play';

it('two browsers play each other live, and a spectator sees nothing that is hidden', async () => {
  const [red, blue, looker] = await Promise.all([visitor(), visitor(), visitor()]);
  const { id, links } = await make(red, 'drill', 'skirmish', { red: { kind: 'me' }, blue: { kind: 'link' } }, { turns: 1 });
  const one = await open(red, `game/${id}`);
  await one.getByText('is not here yet').waitFor();
  const other = await blue.newPage();
  await other.goto(links['blue'] ?? '');
  await Promise.all([moment(one), moment(other)]);
  expect(other.url()).not.toContain((links['blue'] ?? '').split('/').at(-1));
  const watching = await open(looker, `game/${id}`);
  await watching.locator('.board .sheet > svg').waitFor();

  // Both hide their scouts at once; each sees only its own.
  await Promise.all([playOn(one, 2), playOn(other, 2)]);
  const hidden = (page: typeof one) => page.getByRole('img', { name: /scout in hiding/ }).count();
  expect(await hidden(one)).toBe(2);
  expect(await one.getByRole('img', { name: /Blue scout in hiding/ }).count()).toBe(0);
  expect(await hidden(watching)).toBe(0);
  const told = await watching.evaluate(async (game) => {
    const parts = ['table', 'entries', 'log'].map(async (part) => (await fetch(`/api/v1/games/${game}/${part}?seat=spectator`)).text());
    return (await Promise.all(parts)).join('\n');
  }, id);
  expect(told).not.toMatch(/scout in hiding/);
  await sound(watching);

  // Stances are plotted in secret, then shown to both at once, without a reload.
  await moment(one);
  await one.locator('.offer').first().click();
  await moment(other);
  expect(await other.getByText('rush').count()).toBeGreaterThan(0);
  await other.locator('.offer').last().click();
  await one.locator('dd', { hasText: 'creep' }).first().waitFor();
  await watching.locator('dd', { hasText: 'creep' }).first().waitFor();
  await Promise.all([red.close(), blue.close(), looker.close()]);
}, 240_000);

it('a reload in mid-game comes back to the same table', async () => {
  const context = await visitor();
  const { id } = await make(context, 'drill', 'skirmish', { red: { kind: 'me' }, blue: { kind: 'machine', machine: 'random' } });
  const page = await open(context, `game/${id}`);
  await playOn(page, 6);
  await moment(page);
  const before = await page.locator('.decision h2').textContent();
  await page.reload();
  await moment(page);
  expect(await page.locator('ol[aria-label] > li').count()).toBeGreaterThan(1);
  expect(before).toBeTruthy();
  await context.close();
}, 240_000);

it('a lost connection shows, and heals by itself; what was sent meanwhile is done once', async () => {
  const context = await visitor();
  const { id } = await make(context, 'drill', 'skirmish', { red: { kind: 'me' }, blue: { kind: 'machine', machine: 'random' } });
  const page = await open(context, `game/${id}`);
  await playOn(page, 3);
  await moment(page);
  await context.setOffline(true);
  await page.getByText(/connection is lost/).waitFor();
  await sound(page);
  await context.setOffline(false);
  await page.getByText(/connection is lost/).waitFor({ state: 'hidden' });
  const { picks } = await playOn(page, 4);
  expect(picks).toBeGreaterThan(0);

  // The answer gets lost on its way back: it is sent again with the same key, and done once.
  let dropped = 0;
  const keys: string[] = [];
  await page.route('**/orders', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (dropped++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await playOn(page, 6);
  expect(keys.length).toBeGreaterThan(1);
  expect(keys[0]).toBe(keys[1]);
  await context.close();
}, 240_000);
