import { expect, it } from 'vitest';
import type { Report } from '../api/report';
import { headline } from './headline';

const report = (outcomes: [string, number][]): Report => ({
  kind: 'exact', policies: [], measures: [], outcomes: outcomes.map(([outcome, p], rank) => ({ outcome, rank, odds: `${p}`, p })),
});

it('tells the chance of the best result, or of one at least where results are counted', () => {
  expect(headline(report([['the target holds', 0.41], ['the square is taken', 0.59]]))).toEqual({ chance: '59 %', of: 'the square is taken' });
  expect(headline(report([['no casualties', 0.75], ['1 casualty', 0.2], ['2 casualties', 0.05]]))).toEqual({ chance: '25 %', of: '1 casualty or more' });
  expect(headline(report([['it misses', 0.5], ['no casualties', 0.25], ['1 casualty', 0.25]]))).toEqual({ chance: '25 %', of: '1 casualty' });
  expect(headline(report([]))).toBeNull();
});

it('takes a result that hardly ever comes together with the next below it', () => {
  const fire = report([['no hit', 0.68], ['takes markers', 0.3], ['loses a base', 0.02]]);
  expect(headline(fire)).toEqual({ chance: '32 %', of: 'takes markers, or better' });
  expect(headline(report([['stays', 0.98], ['is seized', 0.02]]))).toEqual({ chance: '2.0 %', of: 'is seized' });
});

it('never says that all is certain while something else can happen', () => {
  expect(headline(report([['nobody arrives', 0.00001], ['1 unit arrives', 0.5], ['2 units arrive', 0.49999]]))?.chance).toBe('>99.9 %');
});
