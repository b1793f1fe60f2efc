import { expect, it } from 'vitest';
import { open, sound, visitor } from './browser';
import { make } from './games';
import { moment } from './play';

it('players talk in a line, note for themselves, and find the games that wait for them first', async () => {
  const [one, other] = [await visitor(), await visitor()];
  const { id, links } = await make(one, 'squares', 'le-cateau', { attacker: { kind: 'me' }, defender: { kind: 'link' } });
  const theirs = await open(other, (links['defender'] ?? '').replace('/#/', ''));
  const mine = await open(one, `game/${id}`);
  for (const page of [mine, theirs]) await page.locator('.board').waitFor();

  await mine.getByRole('tab', { name: 'Talk' }).click();
  await mine.getByLabel('Say something to the other side').fill('Good luck <b>tonight</b>.');
  await mine.getByRole('button', { name: 'Say' }).click();
  await mine.getByText('Good luck <b>tonight</b>.').waitFor();
  await theirs.getByRole('tab', { name: /Talk.*1/ }).click();
  await theirs.getByText('Good luck <b>tonight</b>.').waitFor();
  await sound(theirs);
  await theirs.getByRole('button', { name: 'Turn talking off in this game' }).click();
  await mine.getByText('The defender has turned talking off').waitFor();

  await mine.getByLabel('Notes of your own').fill('Hold the ridge.');
  await mine.getByText('They are kept with the game').waitFor();
  await mine.reload();
  await mine.getByRole('tab', { name: 'Talk' }).click();
  await mine.waitForFunction(() => document.querySelector('textarea')?.value === 'Hold the ridge.');
  await theirs.getByLabel('Notes of your own').waitFor();
  expect(await theirs.getByLabel('Notes of your own').inputValue()).toBe('');

  // Somebody who looks on is told nothing of it.
  const stranger = await visitor();
  const looking = await open(stranger, `game/${id}`);
  await looking.locator('.board').waitFor();
  expect(await looking.getByRole('tab', { name: /Talk|Notes/ }).count()).toBe(0);
  await looking.getByText('You are looking on.').waitFor();

  const decides = (await mine.locator('.whose.own').count()) ? one : other;
  const list = await open(decides, 'games');
  await list.getByRole('heading', { name: 'Your turn' }).waitFor();
  const row = list.locator('li', { hasText: 'Le Cateau' }).first();
  expect(await row.textContent()).toMatch(/against the (attacker|defender).*your turn.*turn 1/s);
  await sound(list);
  for (const context of [one, other, stranger]) await context.close();
});

it('a practice game takes throws back, says so in its log, and is told by whoever verifies it', async () => {
  const context = await visitor();
  const page = await open(context, 'new/squares/first-orders');
  await page.getByRole('group', { name: 'The machine plays' }).getByRole('radio', { name: /^easy/ }).check();
  await page.getByLabel(/Practice/).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  // Until dice have fallen.
  for (let i = 0; i < 40 && !(await page.locator('.tray').count()); i++) {
    await moment(page);
    const confirm = page.locator('.confirm:enabled');
    if (await confirm.count()) await confirm.click();
    else await page.locator('.prompt .foot .offer, .prompt .offer').last().click();
    await page.waitForTimeout(250);
  }
  await page.locator('.tray').waitFor();
  await undo.click();
  await page.getByText(/Practice: \d+ throws? taken back/).first().waitFor();
  await context.close();
});
