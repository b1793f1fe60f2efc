import { expect, it } from 'vitest';
import { open, sound, troubles, visitor } from './browser';
import { learns, make, playOn } from './games';
import { moment, moves, question, spotInReach } from './play';

it('the learning game of elements is played to its end by clicks, with a hint for what is asked', () => learns('elements', 'first-elements', ['attacker', 'defender'], /Pick who fires and at whom/), 600_000);

it('on a phone the defender hides a gun, sees it himself, and fires with the odds beside each target', async () => {
  const context = await visitor('phone', { hasTouch: true, isMobile: true });
  const { id } = await make(context, 'elements', 'first-elements', { attacker: { kind: 'machine', machine: 'quick' }, defender: { kind: 'me' } });
  const page = await open(context, `game/${id}`);
  expect(await moment(page)).toBe('decide');
  expect(await question(page)).toMatch(/whom do you place/i);
  await page.getByRole('complementary', { name: 'Hint' }).getByText(/Pick the gun or the team/).waitFor();
  const pieces = () => page.evaluate(() => new Set([...document.querySelectorAll<SVGElement>('.board [data-piece]')].map((piece) => piece.dataset['piece'])).size);
  const before = await pieces();
  await moves(page, () => page.getByRole('button', { name: /^hide PaK/ }).tap());
  const spot = await spotInReach(page, 0.5);
  await moves(page, () => page.touchscreen.tap(spot.x, spot.y));
  const confirm = page.locator('.confirm:enabled');
  if (await confirm.count()) await moves(page, () => confirm.tap());
  expect(await pieces()).toBe(before + 1);
  await moves(page, () => page.getByRole('button', { name: /^ready/ }).tap());
  if (await confirm.count()) await moves(page, () => confirm.tap());

  // He goes on until he has somebody to fire at, and takes the target with the star, or the first.
  let fired = false;
  for (let picks = 0; picks < 200 && !fired; picks++) {
    if ((await moment(page)) === 'over') break;
    if (/^who fires/i.test(await question(page))) {
      const units = page.locator('.board .pickable:not(.other)');
      if (await units.count()) {
        await moves(page, () => units.first().dispatchEvent('click'));
        const targets = page.locator('.prompt .offer', { hasText: '%' });
        if (await targets.count()) {
          await moves(page, () => targets.first().tap());
          await page.getByText(/inches of \d+ away/).first().waitFor();
          await moves(page, () => confirm.tap());
          fired = true;
          continue;
        }
      }
    }
    await playOn(page, 1);
  }
  expect(fired).toBe(true);
  await moment(page);
  await page.getByRole('button', { name: 'Log and more' }).tap();
  await page.getByRole('tabpanel').getByText(/fires (HE.SA|AP) at/).first().waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await sound(page);
  expect(troubles).toEqual([]);
  await context.close();
}, 400_000);
