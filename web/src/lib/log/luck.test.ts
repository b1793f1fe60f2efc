import { describe, expect, it } from 'vitest';
import type { EntryView, Luck } from '../api/kernel';
import { ledgers, luckInWords, standing } from './luck';

const luck = (who: string, reading: number, better: Luck['better']): Luck => ({ who, what: 'a shot', reading, mean: 3.5, spread: 1.5, better });
const entry = (number: number, lucks: Luck[], undo?: number): EntryView => ({
  number, seat: 'red', what: undo === undefined ? 'orders' : 'undo', ...(undo === undefined ? {} : { back_to: undo }),
  lines: lucks.map((one) => ({ roll: { because: { rule: '1', title: '', throws: [], tallies: [], result: '' }, luck: [one] } })),
});

describe('the luck ledger', () => {
  it('counts what is good for the one who rolled as a gain', () => {
    const [red, blue] = ledgers([entry(0, [luck('red', 6, 'high')]), entry(1, [luck('blue', 6, 'low'), luck('blue', 1, 'low')])]);
    expect(red).toMatchObject({ seat: 'red', rolls: 1, sum: 2.5 });
    expect(blue).toMatchObject({ seat: 'blue', rolls: 2, sum: 0 });
    expect(red?.score).toBeCloseTo(2.5 / 1.5);
  });

  it('leaves out what was taken back', () => {
    const all = [entry(0, []), entry(1, [luck('red', 6, 'high')]), entry(2, [], 0), entry(3, [luck('red', 1, 'high')])];
    expect(standing(all).map((one) => one.number)).toEqual([0, 3]);
    expect(ledgers(all)[0]?.sum).toBe(-2.5);
  });

  it('puts a score in words', () => {
    expect([0.2, -0.7, 1.4, -2.6].map(luckInWords)).toEqual(['as expected', 'a little unlucky', 'lucky', 'very unlucky']);
  });
});
