import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { open, sound, visitor } from './browser';
import { make, playOn } from './games';
import { moment, moves, spotNear, TOLD } from './play';

it('a measured move: reach, waypoints, path preview and facing', async () => {
  const context = await visitor();
  const { id } = await make(context, 'drill', 'skirmish', { red: { kind: 'me' }, blue: { kind: 'me' } }, { scouts: 0 });
  const page = await open(context, `game/${id}`);
  // Both plot; the faster acts first.
  await moment(page);
  await page.getByRole('button', { name: /^rush/i }).click();
  // The book hides things: the table is covered while the screen is handed over.
  await page.getByRole('button', { name: /^I am the/ }).waitFor();
  expect(await page.locator('.board').count()).toBe(0);
  await sound(page);
  await page.getByRole('button', { name: /^I am the/ }).click();
  await moment(page);
  await page.getByRole('button', { name: /^creep/ }).click();
  await page.getByRole('button', { name: /^I am the/ }).click();
  await moment(page);

  // The second unit is foot: its base is turned to where it faces, and its arc is shown when it is chosen.
  await moves(page, () => page.locator('.board .pickable[data-piece="1"]').dispatchEvent('click'));
  await page.locator('.board .arc').waitFor();
  await moves(page, () => page.getByRole('button', { name: 'move', exact: true }).click());
  await page.locator('.reach path').first().waitFor();
  await sound(page);
  // A way with a bend in it, and a facing of its own: leg by leg, or it would be done with the first point.
  await page.getByLabel(/leg by leg/).check();
  const first = await spotNear(page, 900, 700);
  await moves(page, () => page.mouse.click(first.x, first.y));
  // A second leg by keys: the cursor steps over the lattice.
  await page.locator('.board').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.cursor .price').waitFor();
  await moves(page, () => page.keyboard.press('Enter'));
  await moves(page, () => page.getByRole('button', { name: /face another way/ }).click());
  await page.locator('.round button').nth(2).waitFor();
  // It faces to the right already, and the seven others cost an inch.
  expect(await page.locator('[data-facing]').count()).toBe(7);
  await page.getByRole('button', { name: 'Face up, ' }).hover();
  await page.locator('.way .stop').waitFor();
  await page.locator('.overlays path').waitFor();
  await page.getByText(/The path costs/).waitFor();
  await sound(page);
  // The facing is the last that can be picked: with it the move is made.
  const before = await page.locator(TOLD).count();
  await page.locator('[data-facing="0"]').dispatchEvent('click');
  await page.waitForFunction(([old, lines]) => document.querySelector('.cover .main') ?? document.querySelectorAll(lines).length > old, [before, TOLD] as const);
  const now = await moment(page);
  expect(['decide', 'handover']).toContain(now);
  await context.close();
}, 240_000);

it('a whole game with interrupts, hidden scouts, duels and hits placed by the other seat', async () => {
  const context = await visitor();
  const { id } = await make(context, 'drill', 'skirmish', { red: { kind: 'me' }, blue: { kind: 'machine', machine: 'random' } }, { turns: 2 });
  const page = await open(context, `game/${id}`);
  const { over } = await playOn(page);
  expect(over).toBe(true);
  await page.getByRole('tab', { name: 'Legend' }).click();
  await page.getByRole('tab', { name: 'Game' }).click();
  await sound(page);
  await context.close();
}, 300_000);

it('a mortar shows its burst with what it catches, and smoke lies on the table until the turn ends', async () => {
  const context = await visitor();
  const throwing = async () => {
    const { id } = await make(context, 'drill', 'skirmish', { red: { kind: 'me' }, blue: { kind: 'me' } }, { scouts: 0 });
    const page = await open(context, `game/${id}`);
    for (const stance of [/^rush/, /^creep/]) {
      await moment(page);
      await page.getByRole('button', { name: stance }).click();
      await page.getByRole('button', { name: /^I am the/ }).click();
    }
    await moment(page);
    await moves(page, () => page.locator('.board .pickable[data-piece="0"]').dispatchEvent('click'));
    await moves(page, () => page.getByRole('button', { name: /throw a burst/ }).click());
    await page.locator('.reach path').first().waitFor({ state: 'attached' });
    return page;
  };
  // Where the wood lies is thrown for, and it may hide Blue's mortar from Red's.
  const seen = (page: Page) => page.evaluate(() => [...document.querySelectorAll<SVGPathElement>('.reach path')].some((path) => path.isPointInFill(new DOMPoint(1700, 300))));
  let page = await throwing();
  for (let games = 1; games < 8 && !(await seen(page)); games++) {
    await page.close();
    page = await throwing();
  }
  const aim = await page.evaluate(() => {
    const sheet = document.querySelector<SVGSVGElement>('.board .sheet > svg');
    const { x, y } = new DOMPoint(1700, 300).matrixTransform(sheet?.getScreenCTM() ?? undefined);
    return { x, y };
  });
  // The reach may still be on its way when the mouse is there.
  await expect.poll(async () => {
    await page.mouse.move(aim.x - 3, aim.y);
    await page.mouse.move(aim.x, aim.y);
    return page.locator('.overlays path').count();
  }, { timeout: 20_000, interval: 300 }).toBeGreaterThan(0);
  await page.getByText(/The burst catches Blue mortar 1/).waitFor();
  await sound(page);
  await moves(page, () => page.getByRole('button', { name: 'Start over' }).click());
  await moves(page, () => page.locator('.board .pickable[data-piece="0"]').dispatchEvent('click'));
  await moves(page, () => page.getByRole('button', { name: /lay smoke/ }).click());
  await page.mouse.click(aim.x, aim.y);
  await page.locator('.board title', { hasText: 'smoke' }).first().waitFor({ state: 'attached' });
  await context.close();
}, 120_000);
