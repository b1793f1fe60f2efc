// The figures that are promised of the browser client, measured in a real browser on a real server.
import { served } from './served.mjs';

// Machines take their time, as they do where people play.
await served({ DRILL_PACE: '300' }, async (browser, address) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: address });
  const page = await context.newPage();
  told('first load, as sent', await firstLoad(page), 220, 'kB');
  await page.goto(`/#/game/${await newGame(page)}`);
  told('click to redrawn board, median', await redraw(page), 50, 'ms');
  const { late, frames } = await panning(page);
  told(`late frames while panning 150 pieces (of ${frames})`, (100 * late) / frames, 5, '%');
  await page.close();
  told('event to redrawn board of 1,260 squares, median', await march(await context.newPage()), 50, 'ms');
});

function told(what, figure, most, unit) {
  const verdict = figure <= most ? 'ok' : 'MISSED';
  console.log(`${what.padEnd(52)} ${figure.toFixed(1).padStart(8)} ${unit}   at most ${most} ${unit}   ${verdict}`);
}

/** The bytes that come over the wire until the shelf stands. */
async function firstLoad(page) {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  let bytes = 0;
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto('/', { waitUntil: 'networkidle' });
  await wire.detach();
  return bytes / 1000;
}

/** A game of the great parade, in which both seats have plotted. */
async function newGame(page) {
  return page.evaluate(async () => {
    const seats = { red: { kind: 'me' }, blue: { kind: 'machine', machine: 'random' } };
    const body = JSON.stringify({ book: 'drill', scenario: 'parade', options: { scouts: 0 }, seats });
    const answer = await fetch('/api/v1/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return (await answer.json()).id;
  });
}

/** From a click on the table to the frame after the board shows what it led to. */
async function redraw(page) {
  await page.locator('.offer', { hasText: /^rush/ }).click();
  await page.locator('.board .pickable').first().waitFor({ timeout: 60_000 });
  const times = [];
  for (let i = 0; i < 40; i++) {
    await page.waitForTimeout(150);
    times.push(
      await page.evaluate(async (turn) => {
        const all = [...document.querySelectorAll('.board .pickable')];
        const piece = all[(turn * 7) % all.length];
        const start = performance.now();
        piece.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        while (!document.querySelector('.lifted')) await new Promise((done) => requestAnimationFrame(done));
        await new Promise((done) => requestAnimationFrame(done));
        return performance.now() - start;
      }, i),
    );
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForFunction(() => !document.querySelector('.lifted'));
  }
  return times.sort((a, b) => a - b)[times.length / 2];
}

/** From the live event after an order on a table of 1,260 squares and 400 pieces to the frame after the board shows it. */
async function march(page) {
  // The page's own listener comes after this one.
  await page.addInitScript(() => {
    const Real = window.EventSource;
    window.EventSource = class extends Real {
      constructor(...given) {
        super(...given);
        this.addEventListener('entries', () => (window.told_ ??= performance.now()));
      }
    };
  });
  await page.goto('/');
  const id = await page.evaluate(async () => {
    const seats = { north: { kind: 'me' }, south: { kind: 'machine', machine: 'random' } };
    const body = JSON.stringify({ book: 'march', scenario: 'army', seats });
    const answer = await fetch('/api/v1/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return (await answer.json()).id;
  });
  await page.goto(`/#/game/${id}`);
  await page.locator('.board .pickable').first().waitFor({ timeout: 60_000 });
  const times = [];
  for (let turn = 0; turn < 20; turn++) {
    await page.waitForTimeout(1500);
    times.push(
      await page.evaluate(
        async ({ id, piece }) => {
          const root = `/api/v1/games/${id}`;
          const table = await (await fetch(`${root}/table?seat=north`)).json();
          const ask = table.asks.find((ask) => ask.mine).id;
          const to = table.position.pieces[piece].place + 42;
          const place = () => document.querySelector(`[data-piece="${piece}"]`).getAttribute('transform');
          const before = place();
          window.told_ = undefined;
          const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `k${piece}` };
          const body = JSON.stringify({ seat: 'north', ask, orders: [{ piece, to }] });
          const answer = await fetch(`${root}/orders`, { method: 'POST', headers, body });
          if (!answer.ok) throw new Error(await answer.text());
          while (place() === before) await new Promise((done) => requestAnimationFrame(done));
          await new Promise((done) => requestAnimationFrame(done));
          return performance.now() - window.told_;
        },
        { id, piece: 160 + turn },
      ),
    );
  }
  return times.sort((a, b) => a - b)[times.length / 2];
}

/** Frames that came later than one and a half times the usual while the table is dragged about for five seconds. */
async function panning(page) {
  await page.keyboard.press('b');
  for (let i = 0; i < 3; i++) await page.keyboard.press('+');
  await page.waitForTimeout(800);
  await page.evaluate(() => {
    window.frames_ = [];
    const note = (at) => {
      window.frames_.push(at);
      window.noting_ = requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await page.mouse.move(500, 450);
  await page.mouse.down();
  const start = Date.now();
  for (let i = 0; Date.now() - start < 5000; i++) {
    await page.mouse.move(500 + 220 * Math.sin(i / 18), 450 + 150 * Math.sin(i / 11));
  }
  await page.mouse.up();
  return page.evaluate(() => {
    cancelAnimationFrame(window.noting_);
    const gaps = window.frames_.slice(1).map((at, i) => at - window.frames_[i]);
    return { late: gaps.filter((gap) => gap > 25).length, frames: gaps.length };
  });
}
