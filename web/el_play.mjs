import { chromium } from 'playwright-core';
const base = process.argv[2]; const scenario = process.argv[3] ?? 'first-elements'; const most = Number(process.argv[4] ?? 60); const me = process.argv[5] ?? 'both'; const size = process.argv[6] === 'phone' ? { width: 390, height: 844 } : { width: 1440, height: 900 };
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const context = await browser.newContext({ viewport: size, baseURL: base, reducedMotion: 'reduce' });
context.setDefaultTimeout(30000);
const page = await context.newPage();
page.on('pageerror', (e) => console.log('PAGE ERROR', e.message));
await page.goto('/#/games'); await page.getByRole('heading', { level: 1 }).waitFor();
const seat = (s) => (me === 'both' || me === s ? { kind: 'me' } : { kind: 'machine', machine: 'quick' });
const made = await page.evaluate(async (body) => { const a = await fetch('/api/v1/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }); return await a.json(); }, { book: 'elements', scenario, seats: { attacker: seat('attacker'), defender: seat('defender') }, options: {}, listed: true });
console.log(JSON.stringify(made).slice(0, 300));
const link = Object.values(made.links ?? {})[0];
await page.goto(typeof link === 'string' ? link : `/#/games/${made.id}`);
if (!(typeof link === 'string')) await page.goto(`/#/game/${made.id}`);
const moment = async () => (await page.waitForFunction(() => { if (document.querySelector('.cover .main')) return 'handover'; if (document.querySelector('.outcome')) return 'over'; const p = document.querySelector('.prompt'); return p?.getAttribute('data-busy') === 'false' ? 'decide' : null; }, undefined, { timeout: 60000 })).jsonValue();
let shot = 0;
const snap = async (name) => page.screenshot({ path: `/tmp/shots/${scenario}-${String(shot++).padStart(2, '0')}-${name}.png` });
for (let n = 0; n < most; n++) {
  let now; try { now = await moment(); } catch (e) { console.log('no moment', e.message.slice(0, 100)); await snap('stuck'); break; }
  if (now === 'over') { console.log('over after', n); await snap('over'); break; }
  if (now === 'handover') { await page.locator('.cover .main').click(); continue; }
  const q = await page.locator('.decision h2').textContent().catch(() => '');
  const offers = page.locator('.prompt .offer'); const lit = page.locator('.board .pickable:not(.other)'); const confirm = page.locator('.confirm:enabled');
  const [w, l, c, r] = [await offers.count(), await lit.count(), await confirm.count(), await page.locator('.reach').count()];
  console.log(n, '|', q?.trim(), '| offers', w, 'lit', l, 'confirm', c, 'reach', r, '|', (await offers.allTextContents()).slice(0, 4).map((t) => t.trim().replace(/\s+/g, ' ').slice(0, 70)).join(' / '));
  if (n < 4 || n % 6 === 0) await snap(`n${n}`);
  try {
    if (c && (n % 2 || !w)) await confirm.first().click();
    else if (r) { const s = await page.evaluate((at) => { const sheet = document.querySelector('.board .sheet > svg'); const cells = [...document.querySelectorAll('.reach path')].flatMap((p) => (p.getAttribute('d') ?? '').split('z').filter(Boolean)); const cell = cells[Math.floor((cells.length - 1) * at)] ?? ''; const m = /^M(-?[\d.]+) (-?[\d.]+)h([\d.]+)/.exec(cell) ?? []; const p = new DOMPoint(Number(m[1]) + Number(m[3]) / 2, Number(m[2]) + Number(m[3]) / 2).matrixTransform(sheet?.getScreenCTM() ?? undefined); return { x: p.x, y: p.y }; }, (n % 5) / 5); await page.mouse.click(s.x, s.y); }
    else if (await page.locator('.round').count()) await page.locator('.round button').nth(n % 4).click();
    else if (l && n % 5) await lit.nth(n % l).dispatchEvent('click');
    else if (w) await offers.nth(w - 1).click();
    await page.waitForTimeout(250);
  } catch (e) { console.log('click failed', e.message.slice(0, 160)); await snap('failed'); }
}
await snap('end');
await browser.close();
