import { expect, it } from 'vitest';
import { open, troubles, visitor } from './browser';
import { learns, make } from './games';
import { moment, moves, question } from './play';

it('the learning game of figures is played to its end by clicks, with a hint for what is asked', () => learns('figures', 'first-fire', ['attacker', 'defender'], /whoever charges is shot down on the way/), 600_000);

it('what one side writes is hidden from the other at one screen until both are ready', async () => {
  const context = await visitor();
  const { id } = await make(context, 'figures', 'first-fire', { attacker: { kind: 'me' }, defender: { kind: 'me' } });
  const page = await open(context, `game/${id}`);
  // Each side says that it is ready, and the screen is handed over between them.
  for (let picks = 0; picks < 8; picks++) {
    const now = await moment(page);
    if (now === 'handover') {
      await moves(page, () => page.locator('.cover .main').click());
      continue;
    }
    if (!/written/i.test(await question(page))) break;
    await moves(page, () => page.getByRole('button', { name: /^ready/ }).first().click());
    const confirm = page.locator('.confirm:enabled');
    if (await confirm.count()) await moves(page, () => confirm.click());
  }
  expect(await question(page)).toMatch(/who moves the first squad/i);
  // While squads move nothing is hidden, and whoever is next goes on; who writes next takes the screen first.
  await moves(page, () => page.getByRole('button', { name: /the other side/i }).first().click());
  // The last pass may still be on its way when the next is looked for, which then is not there: the screen is handed over.
  const pass = () => moves(page, () => page.getByRole('button', { name: /^pass/i }).first().click({ timeout: 5_000 })).then(() => true, () => false);
  let passes = 0;
  while (passes < 4 && (await moment(page)) === 'decide' && (await pass())) passes++;
  expect(await moment(page)).toBe('handover');
  expect(passes).toBe(2);
  expect(troubles).toEqual([]);
  await context.close();
}, 200_000);
