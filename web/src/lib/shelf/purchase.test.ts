import { expect, it } from 'vitest';
import type { PriceList } from '../api/kernel';
import { fitting, sum } from './purchase';

const item = (name: string, points: number) => ({ name, title: name, points, most: 9 });
const list: PriceList = {
  name: 'ours', title: 'Ours',
  goods: [
    { title: 'command', one: true, rows: [{ title: '', items: [item('poor', 1), item('good', 6)] }] },
    { title: 'units', one: false, rows: [{ title: 'foot', items: [item('raw', 4), item('drilled', 7)] }] },
  ],
};

it('adds up prices, with the first of what an army has one of', () => {
  expect(sum(list, {})).toBe(1);
  expect(sum(list, { good: 1, raw: 2, drilled: 1 })).toBe(6 + 8 + 7);
});

it('leaves out what the list does not have', () => {
  expect(fitting(list, { drilled: 2, tank: 3, raw: 0 })).toEqual({ poor: 1, drilled: 2 });
});
