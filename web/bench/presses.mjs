// How many presses the first three turns of Le Cateau take by mouse: a player who always gives the same orders, found in
// the server's prompts, and gives each by the fewest presses that the page needs. It is the same script for every client,
// so that two of them can be compared: seed, opponent and orders are the same, and only the presses differ.
import { served } from './served.mjs';

const TURNS = Number(process.env.TURNS ?? 3);
const counts = {};
let orders = 0;

/** Gives order after order until the turns are over. */
async function play(page, id) {
  for (;;) {
    await page.waitForFunction(() => document.querySelector('.prompt[data-busy=false]') ?? document.querySelector('.outcome'), undefined, { timeout: 120_000 });
    const table = await call(page, `games/${id}/table?seat=attacker`);
    const turn = Number(/^\d+/.exec(table.position.panel.find((line) => line.label === 'turn')?.value ?? '0')?.[0] ?? 0);
    if (table.result || turn > TURNS) return;
    const ask = table.asks.find((one) => one.mine);
    if (!ask) {
      await page.waitForTimeout(100);
      continue;
    }
    const steps = await decided(page, id, ask, table);
    const used = await given(page, steps, table.entries);
    orders += 1;
    const count = (counts[ask.question] ??= { orders: 0, presses: 0 });
    count.orders += 1;
    count.presses += used;
    if (process.env.TOLD) console.log(`turn ${turn} ${ask.question}: ${steps.at(-1).prompt.picked.join(' · ')} (${used})`);
  }
}

async function call(page, path, body) {
  const answer = await page.evaluate(
    async ([path, body]) => {
      const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
      const answer = await fetch(`/api/v1/${path}`, body ? post : {});
      return { ok: answer.ok, found: await answer.json() };
    },
    [path, body && JSON.stringify(body)],
  );
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer.found)}`);
  return answer.found;
}

/** The picks of the order that this player gives, each with the prompt before it, and the prompt at the end. */
async function decided(page, id, ask, table) {
  const look = (picks) => call(page, `games/${id}/prompt`, { seat: 'attacker', ask: ask.id, picks });
  const walk = async (picks) => {
    const steps = [];
    for (let i = 0; i <= picks.length; i++) steps.push({ prompt: await look(picks.slice(0, i)), pick: picks[i] ?? null });
    return steps;
  };
  const root = await look([]);
  const all = root.offers === 'nothing' ? [] : (root.offers['one-of'] ?? []);
  const option = (word) => all.find(({ pick }) => pick.option === word)?.pick;
  const found = await (POLICY[ask.question] ?? first)({ look, all, option, root, table });
  return walk(found);
}

/** The first pick, and the first after it, until there is an order. */
async function first({ look }) {
  const picks = [];
  for (;;) {
    const prompt = await look(picks);
    if (prompt.order !== null) return picks;
    const offers = prompt.offers;
    picks.push('one-of' in offers ? offers['one-of'][0].pick : 'several' in offers ? { several: offers.several.usual } : { share: offers.share.usual });
  }
}

const best = (prompt) => prompt.preview?.tests[0]?.odds.outcomes.at(-1)?.p ?? 0;

const POLICY = {
  'set up': ({ option, ...more }) => (option('ready') ? [option('ready')] : first(more)),
  'roll for an asset': ({ all }) => [all[0].pick],
  'give orders': ({ all }) => (all[0].pick.place === undefined ? [all[0].pick] : [all[0].pick, { option: 'fighting-bonus' }]),
  // Everybody who can goes on towards the enemy, all units of a square together.
  move: async ({ look, all, option }) => {
    const rank = new Map();
    const squares = all.filter(({ pick }) => pick.place !== undefined);
    const inOrder = all.filter(({ pick }) => pick.option === undefined);
    for (const offer of [...squares, ...inOrder]) {
      const { offers } = await look([offer.pick]);
      const from = offers['one-of'].find((one) => one.way)?.way[0];
      if (!from) continue;
      const ahead = offers['one-of'].filter((one) => one.way && one.way.at(-1)[1] < from[1]).sort((a, b) => a.way.at(-1)[1] - b.way.at(-1)[1] || a.way.length - b.way.length);
      if (ahead[0]) rank.set(offer, { from, to: ahead[0].pick, squares: offer.pick.place !== undefined });
    }
    // In the order of play; of a square all together before one of it.
    const best = [...rank].sort(([one, a], [other, b]) => one.turn - other.turn || Number(b.squares) - Number(a.squares))[0];
    return best ? [best[0].pick, best[1].to] : [option('pass')];
  },
  assault: async ({ look, all, option }) => {
    for (const { pick } of all.filter(({ pick }) => pick.place !== undefined)) {
      for (const target of (await look([pick])).offers['one-of']) {
        const prompt = await look([pick, target.pick]);
        if (best(prompt) >= 0.3) return [pick, target.pick];
      }
    }
    return [option('pass')];
  },
  shoot: async ({ look, all }) => {
    if (all[0].pick.place === undefined) return [all[0].pick];
    return [all[0].pick, (await look([all[0].pick])).offers['one-of'][0].pick];
  },
  'lay the barrage': async ({ look, all }) => {
    const enemy = all.find(({ label }) => label.startsWith('G4')) ?? all[0];
    const prompt = await look([enemy.pick]);
    return prompt.order !== null ? [enemy.pick] : [enemy.pick, prompt.offers['one-of'][0].pick];
  },
};

const plain = (words) => words.toLowerCase().replace(/[.]$/, '');

/** Gives an order by pressing what is there. Says how many presses it took. */
async function given(page, steps, before) {
  const wanted = JSON.stringify(steps.at(-1).prompt.order);
  let presses = 0;
  const press = async (locator) => {
    presses += 1;
    await locator.dispatchEvent('click');
  };
  for (let tries = 0; tries < 30; tries++) {
    const now = await settled(page, before);
    if (now.gone) return presses;
    const at = steps.findLastIndex(({ prompt }) => plain(prompt.question) === plain(now.question) && now.picked.startsWith(prompt.picked.join(' · ')) && (prompt.picked.length > 0) === now.picked.length > 0);
    const step = steps[Math.max(at, 0)];
    if (at >= 0 && JSON.stringify(step.prompt.order) === wanted) {
      const confirm = page.locator('.confirm:enabled');
      if (!(await confirm.count())) await confirm.waitFor();
      await press(confirm);
    } else {
      if (process.env.SHOWN) await page.screenshot({ path: process.env.SHOWN });
      // Somebody else is picked, and the place that is meant may be one that he can go to: first he is let be.
      const next = page.getByRole('button', { name: 'Next one' });
      if (at < 0 && step.pick.place !== undefined && (await next.count())) await press(next);
      else if (at < 0 && step.pick.place !== undefined) await press(page.getByRole('button', { name: 'Back' }));
      else await take(page, step, press);
    }
    await page.waitForFunction((old) => old !== window.stamp_(), now.stamp, { timeout: 20_000 });
  }
  throw new Error(`the order cannot be given: ${wanted}`);
}

/** Presses what stands for a pick: on the board, or in the panel. */
async function take(page, { prompt, pick }, press) {
  if (pick.place !== undefined) return press(page.locator(`.board .pickable[data-place="${pick.place}"]`).first());
  if (pick.piece !== undefined) return press(page.locator(`.board .pickable[data-piece="${pick.piece}"]`).first());
  if (pick.option !== undefined) {
    const label = prompt.offers['one-of'].find((offer) => offer.pick.option === pick.option).label;
    // What the odds of a word are is seen before it is pressed.
    await page.waitForTimeout(Number(process.env.LOOK ?? 700));
    const asWritten = new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'i');
    return press(page.locator('.prompt button', { hasText: asWritten }).first());
  }
  if (pick.share) {
    // Whoever always places as is usual says so once, where the page lets him.
    const always = page.getByLabel(/without asking/);
    if ((await always.count()) && !(await always.isChecked())) await press(always);
    return press(page.getByRole('button', { name: /^Place / }).first());
  }
  if (pick.several) return press(page.locator('.confirm:enabled, .prompt button.main:enabled').first());
  throw new Error(`this script cannot pick ${JSON.stringify(pick)}`);
}

/** What is asked now, once the page has come to rest. */
async function settled(page, before) {
  await page.evaluate(() => {
    window.stamp_ ??= () =>
      JSON.stringify([
        ...['.decision h2', '.picked', '.whose', '.outcome'].map((name) => document.querySelector(name)?.textContent ?? ''),
        document.querySelectorAll('.offer').length,
        document.querySelectorAll('ol[aria-label] > li').length,
        document.querySelectorAll('.confirm').length,
      ]);
  });
  await page.waitForFunction(() => document.querySelector('.prompt[data-busy=false]') ?? document.querySelector('.outcome') ?? /decides/.test(document.querySelector('.whose')?.textContent ?? ''), undefined, { timeout: 60_000 });
  let stamp = '';
  for (let same = 0; same < 3; ) {
    const next = await page.evaluate(() => window.stamp_());
    same = next === stamp ? same + 1 : 0;
    stamp = next;
    await page.waitForTimeout(40);
  }
  const gone = await page.evaluate(async ([before, id]) => {
    const answer = await fetch(`/api/v1/games/${id}/table?seat=attacker`);
    return (await answer.json()).entries > before;
  }, [before, page.url().split('/').at(-1)]);
  const [question, picked] = await page.evaluate(() => {
    const words = (name) => (document.querySelector(name)?.firstChild?.textContent ?? '').trim();
    return [words('.decision h2'), words('.picked')];
  });
  return { stamp, gone, question, picked };
}

await served({ DRILL_SEED: '1914' }, async (browser, address) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: process.env.CLIENT ?? address, reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    crypto.getRandomValues = (into) => {
      new Uint8Array(into.buffer, into.byteOffset, into.byteLength).fill(7);
      return into;
    };
    localStorage.setItem('hints', 'off');
  });
  const page = await context.newPage();
  await page.goto('/#/games');
  const id = await page.evaluate(async () => {
    const seats = { attacker: { kind: 'me' }, defender: { kind: 'machine', machine: 'greedy' } };
    const body = JSON.stringify({ book: 'squares', scenario: 'le-cateau', seats });
    const answer = await fetch('/api/v1/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return (await answer.json()).id;
  });
  await page.goto(`/#/game/${id}`);
  await play(page, id);
});
const presses = Object.values(counts).reduce((sum, { presses }) => sum + presses, 0);
for (const [question, count] of Object.entries(counts)) console.log(`${question.padEnd(36)} ${String(count.orders).padStart(4)} orders ${String(count.presses).padStart(4)} presses`);
console.log(`${`all of ${TURNS} turns`.padEnd(36)} ${String(orders).padStart(4)} orders ${String(presses).padStart(4)} presses`);
