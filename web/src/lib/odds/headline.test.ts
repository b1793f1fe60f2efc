import { expect, it } from 'vitest';
import type { Report } from '../api/report';
import { headline, headlines } from './headline';

const report = (outcomes: [string, number][]): Report => ({
  kind: 'exact', policies: [], measures: [], outcomes: outcomes.map(([outcome, p], rank) => ({ outcome, rank, odds: `${p}`, p })),
});

it('tells the chance of the best result, or of one at least where results are counted', () => {
  expect(headline(report([['the target holds', 0.41], ['the square is taken', 0.59]]))).toEqual({ chance: '59 %', of: 'the square is taken' });
  expect(headline(report([['no casualties', 0.75], ['1 casualty', 0.2], ['2 casualties', 0.05]]))).toEqual({ chance: '25 %', of: '1 casualty or more' });
  expect(headline(report([['it misses', 0.5], ['no casualties', 0.25], ['1 casualty', 0.25]]))).toEqual({ chance: '25 %', of: '1 casualty' });
  expect(headline(report([]))).toBeNull();
});

it('tells the chance of what is hoped for at least, where that is known', () => {
  const assault = report([['engaged', 0.3], ['defender retreats', 0.6], ['defender eliminated', 0.1]]);
  const hoped = { ...assault, outcomes: assault.outcomes.map((line, i) => (i > 0 ? { ...line, hoped: true as const } : line)) };
  expect(headline(hoped)).toEqual({ chance: '70 %', of: 'defender retreats, or better' });
  const sure = report([['defender retreats', 1]]);
  expect(headline({ ...sure, outcomes: sure.outcomes.map((line) => ({ ...line, hoped: true as const })) })).toEqual({ chance: '100 %', of: 'defender retreats' });
});

it('takes a result that hardly ever comes together with the next below it', () => {
  const fire = report([['no hit', 0.68], ['takes markers', 0.3], ['loses a base', 0.02]]);
  expect(headline(fire)).toEqual({ chance: '32 %', of: 'takes markers, or better' });
  expect(headline(report([['stays', 0.98], ['is seized', 0.02]]))).toEqual({ chance: '2.0 %', of: 'is seized' });
});

it('never says that all is certain while something else can happen', () => {
  expect(headline(report([['nobody arrives', 0.00001], ['1 unit arrives', 0.5], ['2 units arrive', 0.49999]]))?.chance).toBe('>99.9 %');
});

it('tells what is chosen from by one measure, so that the worst cannot look best', () => {
  const first = report([['destroyed', 0.22], ['routed', 0.23], ['falters', 0.545], ['gives way', 0.005]]);
  const second = report([['destroyed', 0.5], ['routed', 0.417], ['gives way', 0.083]]);
  expect(headline(first)?.of).toBe('falters, or better');
  expect(headlines([first, second])).toEqual([{ chance: '0.5 %', of: 'gives way' }, { chance: '8.3 %', of: 'gives way' }]);
  // What cannot happen at all is told as such, and an order that one list leaves out is taken from the other.
  const rare = report([['destroyed', 0.6], ['falters', 0.38], ['gives way', 0.02]]);
  const never = report([['destroyed', 0.9], ['routed', 0.1]]);
  expect(headlines([rare, never])).toEqual([{ chance: '40 %', of: 'falters, or better' }, { chance: '0 %', of: 'falters, or better' }]);
});

it('counts no steps where something is hoped for: every target is told by that', () => {
  const hoping = (outcomes: [string, number, boolean][]) => {
    const plain = report(outcomes.map(([name, p]) => [name, p]));
    return { ...plain, outcomes: plain.outcomes.map((line, i) => (outcomes[i]?.[2] ? { ...line, hoped: true as const } : line)) };
  };
  const town = hoping([['no effect', 1 / 6, false], ['suppressed', 1 / 3, true], ['disrupted', 1 / 2, true]]);
  const open = hoping([['suppressed', 1 / 6, true], ['disrupted', 1 / 3, true], ['1 step lost and disrupted', 1 / 2, true]]);
  expect(headlines([town, open])).toEqual([{ chance: '83 %', of: 'suppressed, or better' }, { chance: '100 %', of: 'suppressed, or better' }]);
});
