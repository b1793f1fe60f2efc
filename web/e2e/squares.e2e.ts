import { expect, it } from 'vitest';
import { open, sound, troubles, visitor } from './browser';
import { make, playOn } from './games';
import { moment, moves } from './play';

it('a first-time visitor begins the learning game in two clicks, is given hints, and plays it to its end by clicks', async () => {
  const context = await visitor();
  const page = await open(context, '');
  await page.getByRole('link', { name: 'Play your first game' }).click();
  await page.getByRole('group', { name: 'The machine plays' }).getByRole('radio', { name: /^easy/ }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  expect(await moment(page)).toBe('decide');
  await page.getByRole('complementary', { name: 'Hint' }).waitFor();
  await sound(page);
  const { over } = await playOn(page);
  expect(over).toBe(true);
  await sound(page);

  await page.getByRole('link', { name: 'Replay' }).first().click();
  await page.getByText(/dice follow from the secret that the server had committed to/).waitFor();
  await page.getByText(/every order legal/).waitFor();
  const last = Number((await page.locator('.at').textContent())?.split('/')[1]);
  expect(last).toBeGreaterThan(10);
  await page.getByRole('button', { name: 'On to the next roll' }).click();
  await page.locator('aside summary').first().click();
  await page.locator('aside .throw').first().waitFor();
  await page.getByRole('slider', { name: 'Entry' }).fill(String(last));
  await page.locator('.end').waitFor();
  await page.getByRole('combobox', { name: /seen by/ }).selectOption('defender');
  await page.locator('.end').waitFor();
  await sound(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the log' }).click();
  const log = await (await download).path();
  await page.goto('/#/games');
  await page.locator('input[type=file]').setInputFiles(log);
  await page.getByText(/every order legal/).waitFor();
  await context.close();
}, 400_000);

it('what the machine would do is filled in with its odds, and nothing lies over the button that gives it', async () => {
  const context = await visitor('desktop', { viewport: { width: 1280, height: 760 } });
  const page = await open(context, 'new/squares/first-orders');
  await page.getByRole('group', { name: 'The machine plays' }).getByRole('radio', { name: /^easy/ }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  const shown: boolean[] = [];
  const inSight = () => {
    const { x, y, width, height } = document.querySelector('.prompt .confirm')?.getBoundingClientRect() ?? new DOMRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.confirm') != null;
  };
  for (let orders = 0; orders < 6 && (await moment(page)) === 'decide'; orders++) {
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.locator('.hint ol button').first().click();
    await page.locator('.prompt .confirm:enabled').waitFor();
    if (await page.locator('.prompt .bar').count()) shown.push(await page.evaluate(inSight));
    await moves(page, () => page.locator('.prompt .confirm').click());
  }
  expect(shown.length, 'some of these orders have odds').toBeGreaterThan(0);
  expect(shown).not.toContain(false);
  await context.close();
}, 200_000);

it('the learning game is played by keyboard alone', async () => {
  const context = await visitor();
  const page = await open(context, 'new/squares/first-orders');
  await page.getByRole('group', { name: 'The machine plays' }).getByRole('radio', { name: /^easy/ }).check();
  await page.getByRole('button', { name: 'Begin' }).press('Enter');
  for (let picks = 0; picks < 900; picks++) {
    if ((await moment(page)) === 'over') break;
    await moves(page, async () => {
      const lit = await page.locator('.board .pickable').count();
      if (!(await page.locator('.prompt fieldset').count()) && lit && picks % 3 === 0) {
        await page.keyboard.press('b');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        return;
      }
      // The key for the decision leads to the button that gives the order, or to the first choice.
      await page.locator('.prompt :is(.confirm:enabled, .offer, summary)').first().waitFor();
      await page.keyboard.press('p');
      await page.keyboard.press('Enter');
    });
  }
  expect(await moment(page)).toBe('over');
  expect(troubles).toEqual([]);
  await context.close();
}, 400_000);

it('two at one screen pass the table on without a cover, in a book that hides nothing', async () => {
  const context = await visitor();
  const { id } = await make(context, 'squares', 'first-orders', { attacker: { kind: 'me' }, defender: { kind: 'me' } });
  const page = await open(context, `game/${id}`);
  const seats = new Set<string>();
  for (let picks = 0; picks < 120 && seats.size < 2; picks++) {
    const now = await moment(page);
    expect(now).not.toBe('handover');
    if (now === 'over') break;
    seats.add((await page.locator('.whose b').textContent()) ?? '');
    await playOn(page, 1);
  }
  expect([...seats].sort()).toEqual(['The attacker', 'The defender']);
  await sound(page);
  await context.close();
}, 300_000);

it('has the near side for its own, and turns the table round', async () => {
  const context = await visitor();
  const { id } = await make(context, 'squares', 'first-orders', { attacker: { kind: 'machine', machine: 'greedy' }, defender: { kind: 'me' } });
  const page = await open(context, `game/${id}`);
  await moment(page);
  const heights = () =>
    page.evaluate(() => {
      const top = (name: RegExp) => [...document.querySelectorAll('.board [data-piece]')].find((piece) => name.test(piece.getAttribute('aria-label') ?? ''))?.getBoundingClientRect().top ?? 0;
      return top(/Fusiliers/) > top(/Grenadiers/);
    });
  expect(await heights()).toBe(true);
  await page.keyboard.press('t');
  expect(await heights()).toBe(false);
  await page.reload();
  await moment(page);
  expect(await heights()).toBe(false);
  await context.close();
}, 120_000);

it('plays on a phone', async () => {
  const context = await visitor('phone', { hasTouch: true, isMobile: true });
  const { id } = await make(context, 'squares', 'first-orders', { attacker: { kind: 'me' }, defender: { kind: 'machine', machine: 'greedy' } });
  const page = await open(context, `game/${id}`);
  await playOn(page, 25);
  await page.getByRole('button', { name: 'Log and more' }).tap();
  await page.getByRole('tab', { name: 'Luck' }).tap();
  await sound(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await context.close();
}, 300_000);
