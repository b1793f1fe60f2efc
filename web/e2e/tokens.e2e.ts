import { expect, it } from 'vitest';
import { open, troubles, visitor } from './browser';
import { learns, make, playOn } from './games';
import { moment, moves, question } from './play';

it('the learning game of tokens is played to its end by clicks, with a hint for what is asked', () => learns('tokens', 'first-tokens', ['attacker', 'defender'], /You have five tokens/), 600_000);

it('on a phone a unit reacts to a move at an inch that was picked', async () => {
  const context = await visitor('phone', { hasTouch: true, isMobile: true });
  const { id } = await make(context, 'tokens', 'first-tokens', { attacker: { kind: 'machine', machine: 'quick' }, defender: { kind: 'me' } });
  const page = await open(context, `game/${id}`);
  let reacted = false;
  for (let picks = 0; picks < 300 && !reacted; picks++) {
    const now = await moment(page);
    if (now === 'over') break;
    const fires = page.getByRole('button', { name: /^fire/ });
    if (/^who reacts/i.test(await question(page))) {
      const units = page.locator('.board .pickable:not(.other)');
      if (await units.count()) {
        await moves(page, () => units.first().dispatchEvent('click'));
        if (await fires.count()) {
          await moves(page, () => fires.first().tap());
          if (/inch/.test(await question(page))) await moves(page, () => page.locator('.prompt .body .offer').last().tap());
          const confirm = page.locator('.confirm:enabled');
          if (await confirm.count()) await moves(page, () => confirm.tap());
          reacted = true;
          continue;
        }
        await moves(page, () => page.getByRole('button', { name: 'Start over' }).tap());
      }
      await moves(page, () => page.getByRole('button', { name: /^no reaction/ }).tap());
      continue;
    }
    await playOn(page, 1);
  }
  expect(reacted).toBe(true);
  await moment(page);
  await page.getByRole('button', { name: 'Log and more' }).tap();
  await page.getByRole('tabpanel').getByText(/reacts? to/).first().waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect(troubles).toEqual([]);
  await context.close();
}, 400_000);
