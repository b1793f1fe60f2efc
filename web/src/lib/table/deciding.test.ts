import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../api/client';
import type { Pick } from '../api/kernel';
import type { PromptRequest, PromptView } from '../api/types';
import { Deciding } from './deciding.svelte';
import { offering } from './offering';

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

it('lights the ground behind the first of a dozen words, which a squad by a house has', async () => {
  const words = { 'one-of': Array.from({ length: 12 }, (_, word) => ({ pick: { option: `deed-${word}` }, label: '' })) };
  const ground = { point: { region: { from: [0, 0], step: 50, points: [[50, 50, 1]] } } };
  answer((picks) => ({ ...base, offers: picks.length === 0 ? { 'one-of': [{ pick: { piece: 1 }, label: '' }, { pick: { piece: 2 }, label: '' }] } : picks.length === 1 ? words : ground }) as unknown as PromptView);
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(400);
  await deciding.pick({ piece: 1 });
  await vi.advanceTimersByTimeAsync(400);
  expect(deciding.ahead.ground?.word).toEqual({ option: 'deed-0' });
});

it('shows what the marked ones would do, and nothing while there are too few', async () => {
  const several = { several: { least: 2, most: 2, usual: [], of: [1, 2, 3].map((piece) => ({ pick: { piece }, label: '' })) } };
  answer((picks) => (picks.length ? rolled(0.5) : ({ ...base, offers: several } as PromptView)));
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(10);
  deciding.form.mark(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(deciding.ready).toBeNull();
  deciding.form.mark(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked.at(-1)).toEqual([{ several: [0, 2] }]);
  expect(deciding.preview?.tests.length).toBe(1);
});

const done = (order: object) => ({ ...base, offers: 'nothing', order, whole: true, preview: { notes: [], path: [], tests: [] } }) as PromptView;
const squares = { 'one-of': [{ pick: { place: 3 }, label: 'C1', way: [[0, 0], [5, 5], [9, 9]], note: 'a 6 stops it' }, { pick: { place: 4 }, label: 'D1' }] } as PromptView['offers'];

it('gives the order of a word whose one roll stands on its button, and shows first what else is rolled', async () => {
  const words = { 'one-of': [{ pick: { option: 'rally' }, label: 'rally' }, { pick: { option: 'fire' }, label: 'fire' }] };
  const twice = { ...rolled(0.5), preview: { notes: [], path: [], tests: [{ label: 'it acts', odds: odds(0.5) }, { label: 'it hits', odds: odds(0.1) }] } } as unknown as PromptView;
  const oncomplete = vi.fn();
  answer((picks) => {
    const last = picks.at(-1);
    if (!last) return { ...base, offers: { 'one-of': [{ pick: { piece: 1 }, label: '' }, { pick: { piece: 2 }, label: '' }] } } as PromptView;
    if (!('option' in last)) return { ...base, offers: words } as PromptView;
    return last.option === 'fire' ? twice : rolled(0.5);
  });
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(400);
  await deciding.pick({ piece: 1 });
  await vi.advanceTimersByTimeAsync(400);
  // The chance of one roll of two, on the button, would pass for that of the order.
  expect(deciding.chances.map(({ pick }) => pick)).toEqual([{ option: 'rally' }]);
  await deciding.pick({ option: 'fire' });
  expect([oncomplete.mock.calls.length, deciding.preview?.tests.length]).toEqual([0, 2]);
  await deciding.back();
  await vi.advanceTimersByTimeAsync(400);
  await deciding.pick({ option: 'rally' });
  expect(oncomplete.mock.calls.length).toBe(1);
});

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
  expect([deciding.form.sections[0]?.marked, deciding.ready?.order]).toEqual([[0, 1], { several: [0, 1] }]);
  deciding.touch({ piece: 3 });
  expect(deciding.ready).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect([deciding.form.chosen, deciding.ready?.order]).toEqual([[{ piece: 1 }, { piece: 2 }, { piece: 3 }], { several: [0, 1, 2] }]);
});

it('asks questions in a row at once where each has a usual answer, and keeps what was changed of the later ones', async () => {
  const ask = (question: string, usual: number[]) => ({ ...base, question, offers: { several: { least: 0, most: 2, usual, of: [1, 2].map((piece) => ({ pick: { piece: piece * (question === 'who?' ? 1 : 10) }, label: '' })) } }, order: { as: 'usual' } }) as PromptView;
  const words = { ...base, question: 'shock?', offers: { 'one-of': [{ pick: { option: 'no' }, label: '' }, { pick: { option: 'yes' }, label: '' }] }, order: { as: 'usual' } } as PromptView;
  answer((picks) => (picks.length === 0 ? ask('who?', [0]) : picks.length === 1 ? ask('who joins?', []) : picks.length === 2 ? { ...words, order: { picks } } : { ...rolled(0.5), order: { picks } }));
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(50);
  expect(deciding.form.sections.map(({ prompt }) => prompt.question)).toEqual(['who?', 'who joins?', 'shock?']);
  expect(deciding.ready?.order).toEqual({ picks: [{ several: [0] }, { several: [] }] });
  // Whoever is touched on the table joins, whichever question he belongs to.
  deciding.touch({ piece: 20 });
  deciding.form.say({ option: 'yes' }, 2);
  await vi.advanceTimersByTimeAsync(50);
  expect(deciding.ready?.order).toEqual({ picks: [{ several: [0] }, { several: [1] }, { option: 'yes' }] });
  deciding.form.mark(1, 0);
  await vi.advanceTimersByTimeAsync(50);
  expect(deciding.ready?.order).toEqual({ picks: [{ several: [0, 1] }, { several: [1] }, { option: 'yes' }] });
});

const share = (total: number, usual: number[]) => ({ ...base, offers: { share: { total, usual, of: [1, 2].map((piece) => ({ pick: { piece }, label: '', most: 2 })) } } }) as PromptView;

it('has the usual share placed, so that one press gives it, and moves one from the fullest', async () => {
  answer((picks) => (picks.length ? { ...rolled(0.5), order: picks[0], whole: true } : share(3, [2, 1])));
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(50);
  const shares = () => deciding.form.sections[0]?.shares;
  expect([shares(), deciding.ready?.order]).toEqual([[2, 1], { share: [2, 1] }]);
  deciding.form.give(1, 1);
  expect(shares()).toEqual([1, 2]);
  deciding.form.give(1, 1);
  expect(shares()).toEqual([1, 2]);
  deciding.form.give(0, -1);
  await vi.advanceTimersByTimeAsync(50);
  expect([shares(), deciding.ready]).toEqual([[0, 2], null]);
});

it('places a share by touching things one by one, and gives the order with the last', async () => {
  const oncomplete = vi.fn();
  answer((picks) => (picks.length ? { ...rolled(0.5), order: picks[0], whole: true } : share(2, [2, 0])));
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(50);
  deciding.touch({ piece: 2 });
  expect([deciding.form.sections[0]?.shares, oncomplete.mock.calls.length]).toEqual([[0, 1], 0]);
  deciding.touch({ piece: 1 });
  await vi.advanceTimersByTimeAsync(50);
  expect(oncomplete.mock.calls).toEqual([[{ share: [1, 1] }]]);
});

const movers = { 'one-of': [{ pick: { piece: 1 }, label: 'A', turn: 3 }, { pick: { piece: 2 }, label: 'B', turn: 5 }, { pick: { piece: 3 }, label: 'C', turn: 5 }, { pick: { place: 9 }, label: 'B and C', turn: 5 }, { pick: { option: 'pass' }, label: 'no more' }] } as PromptView['offers'];

it('has whoever is next in the order of play picked already, and says whom another pick would pass over', async () => {
  answer((picks) => ({ ...base, offers: picks.length ? squares : movers }));
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(50);
  expect([deciding.picks, deciding.passes, deciding.toCome.length]).toEqual([[{ piece: 1 }], [], 3]);
  expect(deciding.wayOn.map(({ label }) => label)).toEqual(['no more']);
  await deciding.skip();
  expect([deciding.picks, deciding.passes.map(({ label }) => label), deciding.next]).toEqual([[{ place: 9 }], ['A'], null]);
  deciding.touch({ piece: 3 });
  await vi.advanceTimersByTimeAsync(50);
  expect([deciding.picks, deciding.passes.map(({ label }) => label)]).toEqual([[{ piece: 3 }], ['A']]);
  await deciding.back();
  expect(deciding.picks).toEqual([]);
});

it('picks what there is no choice about, but gives no order that nobody has picked', async () => {
  const oncomplete = vi.fn();
  const only = { 'one-of': [{ pick: { place: 3 }, label: 'C1' }] } as PromptView['offers'];
  answer((picks) => (picks.length === 0 ? { ...base, offers: movers } : picks.length === 1 ? { ...base, offers: only } : done({})));
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(50);
  expect([deciding.picks, oncomplete.mock.calls.length]).toEqual([[{ piece: 1 }], 0]);
  answer((picks) => (picks.length === 0 ? { ...base, offers: movers } : picks.length === 1 ? { ...base, offers: only } : rolled(0.5)));
  const rolls = new Deciding('g', 'red', 2, oncomplete);
  await vi.advanceTimersByTimeAsync(50);
  expect([rolls.picks, rolls.ready?.order, oncomplete.mock.calls.length]).toEqual([[{ piece: 1 }, { place: 3 }], {}, 0]);
  await rolls.back();
  expect(rolls.picks).toEqual([]);
});

it('gives an order with one press where its chances stand on the button', async () => {
  const oncomplete = vi.fn();
  const words = { 'one-of': [{ pick: { option: 'stand' }, label: 'stand' }, { pick: { option: 'go' }, label: 'go' }] } as PromptView['offers'];
  answer((picks) => (picks.length ? { ...rolled(0.5), order: picks[0], whole: true } : { ...base, offers: words }));
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(10);
  await deciding.pick({ option: 'go' });
  expect([oncomplete.mock.calls.length, deciding.picks.length]).toEqual([0, 1]);
  await deciding.startOver();
  await vi.advanceTimersByTimeAsync(400);
  await deciding.pick({ option: 'go' });
  expect(oncomplete.mock.calls).toEqual([[{ option: 'go' }]]);
});

it('shows what words lead to on the table, and says the word with the touch', async () => {
  const words = { 'one-of': [{ pick: { option: 'move' }, label: 'move' }, { pick: { option: 'fire' }, label: 'fire' }] } as PromptView['offers'];
  const reach = { point: { region: { from: [0, 0], step: 50, points: [[50, 0, 50]] }, or: [] } } as PromptView['offers'];
  const targets = { 'one-of': [{ pick: { piece: 7 }, label: 'the enemy' }] } as PromptView['offers'];
  answer((picks) => {
    if (picks.length === 0) return { ...base, offers: { 'one-of': [{ pick: { piece: 1 }, label: 'A' }, { pick: { piece: 2 }, label: 'B' }] } };
    if (picks.length === 1) return { ...base, offers: words };
    return { ...base, offers: JSON.stringify(picks[1]) === '{"option":"move"}' ? reach : targets, ...(picks.length > 2 ? rolled(0.5) : {}) };
  });
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(10);
  await deciding.pick({ piece: 1 });
  await vi.advanceTimersByTimeAsync(200);
  const table = offering(deciding);
  expect([table.region?.points.length, [...table.pieces], [...table.others.pieces]]).toEqual([1, [7], [1, 2]]);
  deciding.touch({ piece: 7 });
  await vi.advanceTimersByTimeAsync(200);
  expect(deciding.picks).toEqual([{ piece: 1 }, { option: 'fire' }, { piece: 7 }]);
  expect(deciding.word).toBe('fire');
  await deciding.back();
  await deciding.back();
  await vi.advanceTimersByTimeAsync(200);
  // A spot outside of the reach is a spot to move to all the same: the rule says how far.
  await deciding.miss({ point: { x: 900, y: 0 } });
  expect(asked.at(-1)).toEqual([{ piece: 1 }, { option: 'move' }, { point: { x: 900, y: 0 } }]);
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

it('shows what is said of a spot before it goes there where a finger cannot rest on it, and only there', async () => {
  const noted = { ...done({ to: 4 }), preview: { notes: [{ text: 'Two guns could fire at it there.', rule: '1' }], path: [], tests: [] } } as unknown as PromptView;
  const reach = { point: { region: { from: [0, 0], step: 50, points: [[50, 0, 50]] }, or: [] } } as PromptView['offers'];
  const goes = async (hover: boolean, found: PromptView, offers: PromptView['offers'], pick: Pick) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: none)' && !hover }));
    const oncomplete = vi.fn();
    answer((picks) => (picks.length ? found : { ...base, offers }));
    const deciding = new Deciding('g', 'red', 1, oncomplete);
    await vi.advanceTimersByTimeAsync(10);
    await deciding.pick(pick);
    return [oncomplete.mock.calls.length, deciding.preview?.notes.length, deciding.ready !== null];
  };
  const spot = { point: { x: 50, y: 0 } };
  expect(await goes(false, noted, reach, spot)).toEqual([0, 1, true]);
  expect(await goes(true, noted, reach, spot)).toEqual([1, 1, false]);
  expect(await goes(false, done({ to: 4 }), reach, spot)).toEqual([1, 0, false]);
  expect(await goes(false, noted, squares, { place: 4 })).toEqual([1, 1, false]);
  vi.unstubAllGlobals();
});

it('knows what somebody picked himself from what was picked for him', async () => {
  const offers = { 'one-of': [{ pick: { piece: 1 }, label: '1st', turn: 0 }, { pick: { piece: 2 }, label: '2nd', turn: 1 }] };
  const further = { 'one-of': [{ pick: { place: 3 }, label: 'C1' }, { pick: { place: 4 }, label: 'D1' }] };
  answer((picks) => ({ ...base, offers: picks.length > 1 ? 'nothing' : picks.length ? further : offers }) as PromptView);
  const deciding = new Deciding('g', 'red', 1);
  await vi.advanceTimersByTimeAsync(400);
  expect([deciding.picks, deciding.byHand]).toEqual([[{ piece: 1 }], false]);
  await deciding.pick({ place: 3 });
  expect(deciding.byHand).toBe(true);
});

it('asks once more before a step is ended over those whose turn is still to come, and not where nobody is left', async () => {
  const oncomplete = vi.fn();
  const ended = done({ pass: true });
  answer((picks) => (picks.length === 0 ? { ...base, offers: movers } : JSON.stringify(picks) === '[{"option":"pass"}]' ? ended : { ...base, offers: squares }));
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(50);
  await deciding.goOn({ option: 'pass' });
  expect([oncomplete.mock.calls.length, deciding.ready?.order]).toEqual([0, { pass: true }]);
  expect(deciding.passes.map(({ label }) => label)).toEqual(['A', 'B', 'C']);
  await deciding.back();
  expect([deciding.picks, deciding.passes]).toEqual([[], []]);
  const free = { 'one-of': [{ pick: { piece: 1 }, label: 'A' }, { pick: { piece: 2 }, label: 'B' }, { pick: { option: 'pass' }, label: 'no more' }] } as PromptView['offers'];
  answer((picks) => (picks.length === 0 ? { ...base, offers: free } : ended));
  const nobody = new Deciding('g', 'red', 2, oncomplete);
  await vi.advanceTimersByTimeAsync(50);
  await nobody.goOn({ option: 'pass' });
  expect(oncomplete.mock.calls).toEqual([[{ pass: true }]]);
});

it('fills in an order that the machine has named, with its odds, and leaves it to the button', async () => {
  const oncomplete = vi.fn();
  answer((picks) => ({ ...base, question: 'who?', offers: picks.length ? squares : movers }));
  const preview = vi.spyOn(api, 'preview').mockResolvedValue(rolled(0.25).preview as NonNullable<PromptView['preview']>);
  const deciding = new Deciding('g', 'red', 1, oncomplete);
  await vi.advanceTimersByTimeAsync(50);
  await deciding.propose({ fire: 7 }, 'Fire at the guns.');
  expect(preview.mock.calls).toEqual([['g', 'red', 1, { fire: 7 }]]);
  expect([oncomplete.mock.calls.length, deciding.ready?.order, deciding.preview?.tests.length, deciding.proposed]).toEqual([0, { fire: 7 }, 1, 'Fire at the guns.']);
  expect([deciding.prompt?.question, deciding.prompt?.picked, deciding.begun, deciding.root?.offers]).toEqual(['who?', ['Fire at the guns.'], true, movers]);
  // Somebody else can still be touched instead, and a step back leads to the question.
  deciding.touch({ piece: 2 });
  await vi.advanceTimersByTimeAsync(50);
  expect([deciding.picks, deciding.proposed]).toEqual([[{ piece: 2 }], null]);
  await deciding.propose({ fire: 7 }, 'Fire at the guns.');
  await deciding.back();
  await vi.advanceTimersByTimeAsync(50);
  expect([deciding.proposed, deciding.picks, oncomplete.mock.calls.length]).toEqual([null, [{ piece: 1 }], 0]);
});
