import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../api/client';
import type { Pick } from '../api/kernel';
import type { PromptRequest, PromptView } from '../api/types';
import { Deciding } from './deciding.svelte';

const base = { question: '', rule: '1', picked: [], order: null, preview: null } satisfies Partial<PromptView>;
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
  const several = { several: { least: 2, most: 2, of: [1, 2, 3].map((piece) => ({ pick: { piece }, label: '' })) } };
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
