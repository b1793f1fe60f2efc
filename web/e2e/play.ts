import type { Page } from 'playwright-core';

/** What stands on the screen for the one who has to decide. */
export type Moment = 'decide' | 'over' | 'handover' | 'wait';

/** Waits until there is something to decide, or the game is over. */
export async function moment(page: Page, patience = 60_000): Promise<Moment> {
  const seen = await page.waitForFunction(
    () => {
      if (document.querySelector('.cover .main')) return 'handover';
      if (document.querySelector('.outcome')) return 'over';
      const prompt = document.querySelector('.prompt');
      return prompt?.getAttribute('data-busy') === 'false' ? 'decide' : null;
    },
    undefined,
    { timeout: patience },
  );
  return (await seen.jsonValue()) as Moment;
}

/** What has happened, as it is told. The mark 'since you last looked' stands between, comes and goes, and is not counted. */
export const TOLD = 'ol[aria-label="What has happened"] > li:not(.since)';

/** What is asked, as it stands above the choices. */
export const question = async (page: Page) => (await page.locator('.decision h2').first().textContent()) ?? '';

/** Something that changes with every pick and every answer. */
const stamp = (page: Page) =>
  page.evaluate((lines) => {
    const told = ['.decision h2', '.picked', '.whose', '.outcome', '.cover h2'].map((name) => document.querySelector(name)?.textContent ?? '');
    return JSON.stringify([told, document.querySelectorAll('.offer').length, document.querySelectorAll(lines).length]);
  }, TOLD);

/** Does something and waits until the screen shows it, unless it could not be done. */
export async function moves(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await stamp(page);
  if ((await act()) === false) return;
  await page.waitForFunction(
    ([old, lines]) => {
      const told = ['.decision h2', '.picked', '.whose', '.outcome', '.cover h2'].map((name) => document.querySelector(name)?.textContent ?? '');
      const busy = document.querySelector('.prompt')?.getAttribute('data-busy') === 'true';
      const now = JSON.stringify([told, document.querySelectorAll('.offer').length, document.querySelectorAll(lines).length]);
      return !busy && now !== old;
    },
    [before, TOLD] as const,
    { timeout: 30_000 },
  );
}

/** A spot on the screen that lies in the lit region with nothing on top of it: `share` of the way through it. */
export async function spotInReach(page: Page, share: number): Promise<{ x: number; y: number }> {
  const free = await spotsInReach(page);
  const spot = free[Math.floor((free.length - 1) * share)];
  if (!spot) throw new Error('nothing of what is lit can be touched');
  return spot;
}

/** The spot on the screen of the lit region that is nearest to one of the table. */
export async function spotNear(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const free = await spotsInReach(page);
  const spot = free.toSorted((one, other) => Math.hypot(one.on[0] - x, one.on[1] - y) - Math.hypot(other.on[0] - x, other.on[1] - y))[0];
  if (!spot) throw new Error('nothing of what is lit can be touched');
  return spot;
}

/** The spots of the lit region that can be touched: where they are on the screen, and on the table. */
const spotsInReach = (page: Page) =>
  page.evaluate(() => {
    const sheet = document.querySelector<SVGSVGElement>('.board .sheet > svg');
    const cells = [...document.querySelectorAll('.reach path')].flatMap((path) => (path.getAttribute('d') ?? '').split('z').filter(Boolean));
    const spots = cells.map((cell) => {
      const [, x, y, step] = /^M(-?[\d.]+) (-?[\d.]+)h([\d.]+)/.exec(cell) ?? [];
      const on: [number, number] = [Number(x) + Number(step) / 2, Number(y) + Number(step) / 2];
      const at = new DOMPoint(...on).matrixTransform(sheet?.getScreenCTM() ?? undefined);
      return { x: at.x, y: at.y, on };
    });
    return spots.filter(({ x, y }) => {
      const on = document.elementFromPoint(x, y);
      return on?.closest('.board .sheet') && !on.closest('.pickable');
    });
  });

/** Takes one pick by clicking: on the table where something glows there, else in the list. `turn` makes it vary. */
export async function clickOn(page: Page, turn: number): Promise<void> {
  const confirm = page.locator('.confirm:enabled');
  const offers = page.locator('.prompt .offer');
  const glowing = page.locator('.board .pickable:not(.other)');
  const [ready, words, lit] = await Promise.all([confirm.count(), offers.count(), glowing.count()]);
  if (await page.locator('.reach').count()) {
    if (words && turn % 2) return moves(page, () => offers.first().click());
    const spot = await spotInReach(page, (turn % 7) / 7);
    return moves(page, () => page.mouse.click(spot.x, spot.y));
  }
  if (await page.locator('.round').count()) return moves(page, () => page.locator('.round button').nth(turn % 4).click());
  // Several things and shares have the usual choice made, and one button.
  if (await page.locator('.prompt fieldset').count()) {
    await confirm.waitFor();
    return moves(page, () => confirm.click());
  }
  if (ready && (words === 0 || turn % 3 === 0)) return moves(page, () => confirm.click());
  // What glowed may be gone by now: an answer of the other side changes what is asked.
  const touch = () => glowing.nth(turn % lit).dispatchEvent('click', undefined, { timeout: 3000 }).catch(() => false as const);
  if (lit && (turn % 2 === 0 || !words)) return moves(page, touch);
  return moves(page, () => offers.nth(turn % words).click());
}
