import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../api/client';
import type { Pick } from '../api/kernel';
import type { PromptRequest, PromptView } from '../api/types';
import { Deciding } from './deciding.svelte';

const base = { question: '', rule: '1', picked: [], order: null, whole: false, preview: null } satisfies Partial<PromptView>;
const odds = (p: number) => ({ kind: 'exact', policies: [], measures: [], outcomes: [{ outcome: 'held', rank: 0, odds: '', p: 1 - p }, { outcome: 'taken', rank: 1, odds: '', p }] });
const rolled = (p: number) => ({ ...base, offers: 'nothing', order: {}, preview: { notes: [], path: [], tests: [{ label: '', odds: odds(p) }] } }) as unknown as PromptView;
let asked: Pick[][] = [];

function answer(by: (picks: Pick[]) => PromptView): void {
  vi.spyOn(api, 'prompt').mockImplementation(async (_id: string, { picks }: PromptRequest) => {
    asked.push(picks);
    return by(picks);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('finds out the chance of each of a few targets, and shows them by their pick', async () => {
  const targets = { 'one-of': [{ pick: { place: 3 }, label: 'C1' }, { pick: { place: 4 }, label: 'D1' }] };
  answer((picks) => (picks.length ? rolled('place' in (picks[0] as Pick) && JSON.stringify(picks[0]) === '{"place":3}' ? 0.25 : 0.75) : ({ ...base, offers: targets } as PromptView)));
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(400);
  expect(deciding.chances).toEqual([
    { pick: { place: 3 }, headline: { chance: '25 %', of: 'taken' } },
    { pick: { place: 4 }, headline: { chance: '75 %', of: 'taken' } },
  ]);
});

it('asks about one offer only where that leads to no roll, and about none of many', async () => {
  const offers = (count: number) => ({ 'one-of': Array.from({ length: count }, (_, place) => ({ pick: { place }, label: '' })) });
  answer((picks) => ({ ...base, offers: picks.length ? 'nothing' : offers(5) }) as PromptView);
  const few = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(400);
  expect([asked.length, few.chances.length]).toEqual([2, 0]);
  asked = [];
  answer((picks) => ({ ...base, offers: picks.length ? 'nothing' : offers(30) }) as PromptView);
  new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(400);
  expect(asked).toEqual([[]]);
});

it('shows what the marked ones would do, and nothing while there are too few', async () => {
  const several = { several: { least: 2, most: 2, usual: [], of: [1, 2, 3].map((piece) => ({ pick: { piece }, label: '' })) } };
  answer((picks) => (picks.length ? rolled(0.5) : ({ ...base, offers: several } as PromptView)));
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(10);
  deciding.mark(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(deciding.peeked).toBeNull();
  deciding.mark(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked.at(-1)).toEqual([{ several: [0, 2] }]);
  expect(deciding.peeked?.preview?.tests.length).toBe(1);
  deciding.glance({ piece: 2 });
  expect(deciding.peeked).not.toBeNull();
});

const done = (order: object) => ({ ...base, offers: 'nothing', order, whole: true, preview: { notes: [], path: [], tests: [] } }) as PromptView;
const squares = { 'one-of': [{ pick: { place: 3 }, label: 'C1', way: [[0, 0], [5, 5], [9, 9]], note: 'a 6 stops it' }, { pick: { place: 4 }, label: 'D1' }] } as PromptView['offers'];

it('carries out at once what is meant and calls for no dice, and waits where dice are thrown', async () => {
  const oncomplete = vi.fn();
  answer((picks) => (picks.length === 0 ? { ...base, offers: squares } : JSON.stringify(picks) === '[{"place":4}]' ? done({ to: 4 }) : { ...rolled(0.5), whole: true }));
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(10);
  await deciding.pick({ place: 3 });
  expect([oncomplete.mock.calls.length, deciding.picks]).toEqual([0, [{ place: 3 }]]);
  await deciding.back();
  await deciding.pick({ place: 4 });
  expect(oncomplete.mock.calls).toEqual([[{ to: 4 }]]);
});

it('goes on leg by leg where that is wanted, and ends where nothing more can be picked', async () => {
  const oncomplete = vi.fn();
  const onward = { ...done({ legs: 1 }), offers: squares } as PromptView;
  answer((picks) => (picks.length === 0 ? { ...base, offers: squares } : picks.length === 1 ? onward : done({ legs: 2 })));
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(10);
  deciding.byLegs = true;
  await deciding.pick({ place: 3 });
  expect([oncomplete.mock.calls.length, deciding.ready?.order]).toEqual([0, { legs: 1 }]);
  await deciding.pick({ place: 4 });
  expect(oncomplete.mock.calls).toEqual([[{ legs: 2 }]]);
});

it('does not carry out an order that was never picked, nor one that a step back leads to', async () => {
  const oncomplete = vi.fn();
  answer((picks) => (picks.length === 2 ? rolled(0.5) : ({ ...done({}), offers: squares } as PromptView)));
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(10);
  deciding.byLegs = true;
  await deciding.pick({ place: 3 });
  await deciding.pick({ place: 4 });
  deciding.byLegs = false;
  await deciding.back();
  expect([oncomplete.mock.calls.length, deciding.picks.length]).toEqual([0, 1]);
});

it('has the usual ones ticked, and gives the order of what is ticked in their place', async () => {
  const several = { several: { least: 1, most: 3, usual: [0, 1], of: [1, 2, 3].map((piece) => ({ pick: { piece }, label: '' })) } };
  answer((picks) => (picks.length ? { ...rolled(0.25), order: picks[0] } : ({ ...base, offers: several, order: { usual: true } } as PromptView)));
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(10);
  expect([deciding.marked, deciding.ready?.order]).toEqual([[0, 1], { usual: true }]);
  deciding.mark(2);
  expect(deciding.ready).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(deciding.ready?.order).toEqual({ several: [0, 1, 2] });
  deciding.mark(2);
  expect(deciding.ready?.order).toEqual({ usual: true });
});

it('has the usual share placed, so that it can be taken as it is', async () => {
  const share = { share: { total: 3, usual: [2, 1], of: [1, 2].map((piece) => ({ pick: { piece }, label: '', most: 2 })) } };
  answer((picks) => (picks.length ? done({}) : ({ ...base, offers: share } as PromptView)));
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(10);
  expect([deciding.shares, deciding.left()]).toEqual([[2, 1], 0]);
  // One that has room takes one from the fullest; one that is full takes none.
  deciding.touch({ piece: 2 });
  expect([deciding.shares, deciding.left()]).toEqual([[1, 2], 0]);
  deciding.give(1, 1);
  expect(deciding.shares).toEqual([1, 2]);
  deciding.give(0, 1);
  expect(deciding.shares).toEqual([2, 1]);
  deciding.give(0, -1);
  expect([deciding.shares, deciding.left()]).toEqual([[1, 1], 1]);
});

it('rolls with one press for a share whose odds are in sight', async () => {
  const oncomplete = vi.fn();
  const share = { share: { total: 1, usual: [1, 0], of: [1, 2].map((piece) => ({ pick: { piece }, label: '', most: 2 })) } };
  answer((picks) => (picks.length ? { ...rolled(0.5), order: { placed: true }, whole: true } : ({ ...base, offers: share } as PromptView)));
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(10);
  expect(deciding.seen).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  deciding.take();
  expect(oncomplete.mock.calls).toEqual([[{ placed: true }]]);
});

it('says why what was touched is not allowed, and keeps what was picked before', async () => {
  answer((picks) => {
    if (JSON.stringify(picks.at(-1)) === '{"place":9}') throw new Error('a gun does not climb hills');
    return { ...base, offers: squares };
  });
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(10);
  await deciding.pick({ place: 3 });
  await deciding.miss({ place: 9 });
  expect([String(deciding.refusal), deciding.trouble, deciding.picks]).toEqual(['Error: a gun does not climb hills', null, [{ place: 3 }]]);
  await deciding.pick({ place: 4 });
  expect([deciding.refusal, deciding.picks.length]).toEqual([null, 2]);
});

it('draws the way to what is pointed at, with its note, before the server is asked', async () => {
  answer(() => ({ ...base, offers: squares }));
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(10);
  deciding.glance({ place: 3 });
  expect([deciding.way, deciding.pointed?.note]).toEqual([[[0, 0], [5, 5], [9, 9]], 'a 6 stops it']);
  deciding.glance(null);
  expect([deciding.way, deciding.pointed]).toEqual([[], null]);
});
