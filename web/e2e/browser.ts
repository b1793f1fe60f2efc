import axe from 'axe-core';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, expect, inject, onTestFailed } from 'vitest';

const CHROMIUM = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
let browser: Browser | null = null;
let failed = 0;

export const SIZES = { phone: { width: 390, height: 844 }, tablet: { width: 834, height: 1112 }, desktop: { width: 1440, height: 900 } };

/** A browser of its own: its own cookies, its own memory. */
export async function visitor(size: keyof typeof SIZES = 'desktop', more: object = {}): Promise<BrowserContext> {
  if (!CHROMIUM) throw new Error('there is no Chromium: scripts/chromium.sh installs it');
  troubles.length = 0;
  browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: SIZES[size], baseURL: inject('server'), reducedMotion: 'reduce', ...more });
  context.setDefaultTimeout(30_000);
  // A browser's part of the dice is the same on each run, as the server's is by its seed.
  await context.addInitScript(() => {
    crypto.getRandomValues = <T extends ArrayBufferView | null>(into: T): T => {
      if (into) new Uint8Array(into.buffer, into.byteOffset, into.byteLength).fill(7);
      return into;
    };
  });
  return context;
}

/** A page that fails the test on any error in it. */
export async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(error.message));
  onTestFailed(async () => {
    if (!page.isClosed()) await page.screenshot({ path: `e2e/failed/${++failed}.png` });
  });
  await page.goto(`/#/${path}`);
  return page;
}

export const troubles: string[] = [];

/** No violation of accessibility of any weight, and no error in the page. */
export async function sound(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] });
    return violations
      .map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`).join(' | ')}`);
  });
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
}

afterAll(async () => {
  await browser?.close();
  browser = null;
});
