import { expect, it } from 'vitest';
import { open, sound, visitor, SIZES } from './browser';
import { make } from './games';
import { moment } from './play';

const PAGES: [string, string, RegExp][] = [
  ['shelf', '', /Paper wargames/],
  ['games', 'games', /^Games$/],
  ['desk', 'desk/squares/shooting', /Charts desk/],
  ['long form', 'desk/squares/assault', /Charts desk/],
  ['charts', 'desk/somme/charts', /Charts desk/],
  ['rulebook', 'rules/squares/27:gun', /Rulebook/],
  ['new game', 'new/squares/first-orders', /First orders/],
  ['choose a scenario', 'new/squares', /Choose a scenario/],
  ['unknown game', 'game/0000000000', /cannot be laid/],
  ['unknown page', 'nowhere', /no such page/],
];

for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
  for (const light of ['light', 'dark'] as const) {
    it(`has no fault of accessibility on any page, ${size}, ${light}`, async () => {
      const context = await visitor(size, { colorScheme: light });
      for (const [, path, heading] of PAGES) {
        const page = await open(context, path);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await page.waitForLoadState('networkidle');
        await sound(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(wide, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
        await page.close();
      }
      await context.close();
    });
  }
}

for (const light of ['light', 'dark'] as const) {
  it(`has no fault of accessibility at the table, in its panels, in the replay and before the door, ${light}`, async () => {
    const context = await visitor('desktop', { colorScheme: light });
    const { id } = await make(context, 'squares', 'villers-bretonneux', { attacker: { kind: 'me' }, defender: { kind: 'machine', machine: 'greedy' } });
    const table = await open(context, `game/${id}`);
    await moment(table);
    for (const tab of ['Log', 'Brief', 'Luck', 'Legend', 'Notes', 'Game']) {
      await table.getByRole('tab', { name: tab }).click();
      await sound(table);
    }
    const measured = await make(context, 'tokens', 'first-tokens', { attacker: { kind: 'me' }, defender: { kind: 'machine' } });
    const bases = await open(context, `game/${measured.id}`);
    await moment(bases);
    await sound(bases);
    await bases.keyboard.press('m');
    await sound(bases);
    const replay = await open(context, `replay/${id}`);
    await replay.getByRole('slider', { name: 'Entry' }).waitFor();
    await sound(replay);
    const waiting = await make(context, 'squares', 'first-orders', { attacker: { kind: 'me' }, defender: { kind: 'link' } });
    const room = await open(context, `game/${waiting.id}`);
    await room.getByRole('heading', { name: 'Waiting for players' }).waitFor();
    await sound(room);
    const door = await open(context, `join/${waiting.id}/wrong`);
    await door.getByRole('alert').waitFor();
    await sound(door);
    await context.close();
  });
}

it('opens a rule in place from a citation, and the book at the statement', async () => {
  const context = await visitor();
  const page = await open(context, 'desk/squares/shooting');
  await page.getByRole('button', { name: /^Rule 27/ }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Shooting (27)').or(sheet.locator('p').first()).first().waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await page.goto('/#/rules/squares/27:gun');
  const lit = page.locator('.lit');
  await lit.waitFor();
  expect(await lit.textContent()).toMatch(/A gun shoots 4 squares far/);
  await page.getByLabel('Search').fill('gun shoots');
  expect(await page.getByRole('status').textContent()).toMatch(/statements have these words/);
  await context.close();
});
