import { expect, it } from 'vitest';
import { open, sound, visitor } from './browser';
import { make } from './games';
import { moment } from './play';

it('what if: the odds between any two on the table, and from there to the charts desk with the situation filled in', async () => {
  const context = await visitor();
  const { id } = await make(context, 'squares', 'le-cateau', { attacker: { kind: 'me' }, defender: { kind: 'machine', machine: 'quick' } });
  const page = await open(context, `game/${id}`);
  await moment(page);
  await page.locator('.board').focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('w');
  const look = page.getByRole('region', { name: 'What if …' });
  await look.waitFor();
  const pieceOf = (seat: string) =>
    page.evaluate(async ([game, of]) => {
      const { position } = await (await fetch(`/api/v1/games/${game}/table?seat=attacker`)).json();
      return position.pieces.find((piece: { seat: string; symbol: string; place?: number }) => piece.seat === of && piece.symbol === 'infantry' && piece.place !== undefined)?.id as number;
    }, [id, seat]);
  const [own, enemy] = [await pieceOf('attacker'), await pieceOf('defender')];
  if (await look.getByText('Touch the piece that would act').count()) await page.locator(`.pickable[data-piece="${own}"]`).dispatchEvent('click');
  await page.locator(`.pickable[data-piece="${enemy}"]`).dispatchEvent('click');
  await look.getByText(/Not now:/).first().waitFor();
  await sound(page);
  const link = look.getByRole('link', { name: 'on the charts desk' }).first();
  const [desk] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await desk.getByRole('heading', { level: 1, name: /Charts desk/ }).waitFor();
  expect(desk.url()).toMatch(/desk\/squares\/(assault|shooting)\?/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await look.waitFor({ state: 'hidden' });
  await context.close();
});

it('on a measured table: the tape, sight and moves by keys, read out', async () => {
  const context = await visitor();
  const { id } = await make(context, 'tokens', 'first-tokens', { attacker: { kind: 'me' }, defender: { kind: 'machine' } });
  const page = await open(context, `game/${id}`);
  await moment(page);
  await page.keyboard.press('m');
  const tape = page.getByRole('region', { name: 'The measuring tape' });
  await tape.waitFor();
  // From one piece to the next, by keys alone.
  await page.keyboard.press('.');
  await page.keyboard.press('Enter');
  await tape.getByText(/^From /).waitFor();
  await page.keyboard.press('.');
  await page.keyboard.press('Enter');
  await tape.getByText(/\d inches?/).waitFor();
  await page.keyboard.press('ArrowRight');
  const told = await page.locator('.board .unseen[role=status]').textContent();
  expect(told).toMatch(/inches right, .* down/);
  await page.keyboard.press('m');
  await page.keyboard.press('v');
  const sight = page.getByRole('region', { name: 'Who sees whom' });
  await sight.waitFor();
  await page.locator('.board .pickable').first().dispatchEvent('click');
  await sight.getByText(/in sight|sees no enemy/).first().waitFor();
  await sound(page);
  await context.close();
});
