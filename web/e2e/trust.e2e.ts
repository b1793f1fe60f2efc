import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { open, sound, visitor } from './browser';
import { cheat, type Cheat } from './cheat';
import { make, playOn } from './games';
import { moment } from './play';

const CHANGED = /The server has changed the secret of the dice after it had committed to it\. Nothing more is played here from this browser\. Keep your receipt/;
const SEATS = { attacker: { kind: 'me' as const }, defender: { kind: 'link' as const } };

let server: Cheat;
let folder: string;
beforeEach(async () => {
  server = await cheat();
  folder = mkdtempSync(join(tmpdir(), 'sandtable-trust-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const guest = () => visitor('desktop', { baseURL: server.url });

/** What the server says now of the dice of a game. */
const commitmentOf = (page: Page, game: string) =>
  page.evaluate(async (id) => (await (await fetch(`/api/v1/games/${id}`)).json()).dice.commitment as string, game);

/** Presses a button that saves something, and says where it lies. */
async function save(page: Page, button: string): Promise<string> {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  const path = join(folder, saved.suggestedFilename());
  await saved.saveAs(path);
  return path;
}

/** What `sandtable verify` says of a log and a receipt, and how it ends. */
function verify(log: string, receipt?: string): { said: string; code: number } {
  const program = process.env['SANDTABLE_PROGRAM'] ?? '../target/debug/sandtable';
  if (!existsSync(program)) throw new Error(`${program} is not there: build it with 'make web-test'`);
  try {
    const said = execFileSync(program, ['verify', log, ...(receipt ? ['--receipt', receipt] : [])], { encoding: 'utf8', stdio: 'pipe' });
    return { said, code: 0 };
  } catch (caught) {
    const { status, stdout, stderr } = caught as { status: number; stdout: string; stderr: string };
    return { said: stdout + stderr, code: status };
  }
}

it('a browser that has kept the first commitment opens nothing once the server shows another, and says so', async () => {
  const [one, other] = [await guest(), await guest()];
  const { id, links } = await make(one, 'squares', 'first-orders', SEATS);
  const mine = await open(one, `game/${id}`);
  await mine.getByText('is not here yet').waitFor();
  await mine.waitForFunction((game) => localStorage.getItem(`dice/${game}/attacker`), id);
  const first = await commitmentOf(mine, id);
  const words = await mine.locator('.words').textContent();
  server.lies(true);
  server.asked();

  // The other comes and commits; the stream tells of it, with the other commitment.
  const theirs = await other.newPage();
  await theirs.goto(links['defender'] ?? '');
  await mine.getByText(CHANGED).waitFor();
  expect(await mine.locator('.words').textContent()).toBe(words);
  await sound(mine);
  await mine.reload();
  await mine.getByText(CHANGED).waitFor();
  await theirs.getByText('The dice are being drawn').waitFor();
  await theirs.waitForFunction((game) => localStorage.getItem(`dice/${game}/defender`), id);
  await mine.waitForTimeout(500);
  // The one who came later was shown nothing else, and opens; the one who knows better does not.
  expect(server.asked().filter((path) => path === 'dice/open').length).toBeLessThanOrEqual(1);
  expect(await mine.evaluate(async (game) => Object.keys((await (await fetch(`/api/v1/games/${game}`)).json()).dice.openings), id)).not.toContain('attacker');

  const receipt = await save(mine, 'Download the receipt');
  const text = await mine.evaluate((game) => localStorage.getItem(`dice/${game}`) ?? '', id);
  expect(text).toContain(first);
  expect(readFileSync(receipt, 'utf8')).toContain(`commitment: ${first}`);
  await Promise.all([one.close(), other.close()]);
});

it('in the middle of a game nothing more is played, and the receipt shows what the log alone does not', async () => {
  const [one, other] = [await guest(), await guest()];
  // All are shown one secret's commitment before the game, and the dice come from another.
  server.lies(true);
  const { id, links } = await make(one, 'squares', 'first-orders', SEATS);
  const mine = await open(one, `game/${id}`);
  const theirs = await other.newPage();
  await theirs.goto(links['defender'] ?? '');
  expect(await moment(mine)).toBe('decide');
  await theirs.locator('.board').waitFor();
  server.lies(false);
  await mine.reload();
  expect(await moment(mine)).toBe('decide');
  await mine.getByText(CHANGED).waitFor();
  await sound(mine);
  server.asked();
  // Whatever is put together, no order is sent, and the sentence stays.
  for (let tries = 0; tries < 3; tries++) {
    const confirm = mine.locator('.confirm:enabled');
    if (await confirm.count()) await confirm.click();
    else await mine.locator('.prompt .offer').last().click();
    await mine.waitForTimeout(300);
  }
  await mine.getByText(CHANGED).waitFor();
  expect(server.asked()).not.toContain('orders');
  const receipt = await save(mine, 'Download the receipt');

  // The client does not even give up any more; somebody else ends it, so that there is a whole log.
  const log = join(folder, 'whole.log');
  const text = await mine.evaluate(async (game) => {
    const body = JSON.stringify({ seat: 'attacker' });
    await fetch(`/api/v1/games/${game}/resign`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return (await fetch(`/api/v1/games/${game}/log`)).text();
  }, id);
  writeFileSync(log, text);
  const alone = verify(log);
  expect(alone.said).toContain('proof consistent, not more');
  expect(alone.code).toBe(0);
  const held = verify(log, receipt);
  expect(held.said).toMatch(/the dice are not those of .*: the server has changed its commitment: on .* it was/s);
  expect(held.code).toBe(1);
  await Promise.all([one.close(), other.close()]);
});

it('the receipt of an honest game is taken by sandtable verify, and shows that the server committed before', async () => {
  const [one, other] = [await guest(), await guest()];
  const { id, links } = await make(one, 'squares', 'first-orders', SEATS);
  const mine = await open(one, `game/${id}`);
  const theirs = await other.newPage();
  await theirs.goto(links['defender'] ?? '');
  await moment(mine);
  await playOn(mine, 2);
  await mine.getByRole('tab', { name: 'Game' }).click();
  await mine.getByRole('button', { name: 'Give the game up' }).click();
  await mine.getByRole('button', { name: 'Give up', exact: true }).click();
  await mine.locator('.outcome').waitFor();
  const receipt = await save(mine, 'Download the receipt');
  const log = await save(mine, 'Download the log');
  const alone = verify(log);
  expect(alone.said).toContain('proof consistent, not more');
  expect(alone.code).toBe(0);
  const held = verify(log, receipt);
  expect(held.said).toMatch(/the receipt agrees: the server had committed to its secret on .*, before the bytes of the receipt were opened on /);
  expect(held.said).toContain('proof the server committed before it could know the bytes');
  expect(held.code).toBe(0);
  await Promise.all([one.close(), other.close()]);
});
