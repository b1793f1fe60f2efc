import { expect, it } from 'vitest';
import type { Cell, Explained } from '../api/kernel';
import { readOn, together } from './rolls';

const cell = (chart: string, row: number): Cell => ({ chart, row, column: 0 });
const line = (times: number, of?: Cell) => ({ rule: '26', what: 'infantry', times, change: 3 * times, ...(of ? { cell: of } : {}) });
const step = (lines: ReturnType<typeof line>[], of?: Cell): Explained =>
  ({ rule: '26', title: 'assault', throws: [], tallies: [{ name: 'dice', total: 6, lines }], result: '', ...(of ? { cell: of } : {}) });

it('a sum is read on the charts that its numbers stand in, each cell as often as it counts', () => {
  const read = readOn([step([line(2, cell('ours', 0)), line(1, cell('theirs', 4)), line(1)])]);
  expect(read).toEqual([
    { chart: 'ours', cells: [cell('ours', 0), cell('ours', 0)] },
    { chart: 'theirs', cells: [cell('theirs', 4)] },
  ]);
});

it('the cell that dice led to stands for the whole roll', () => {
  expect(readOn([step([line(2, cell('ours', 0))], cell('result', 3))])).toEqual([{ chart: 'result', cells: [cell('result', 3)] }]);
  expect(readOn([step([line(1)])])).toEqual([]);
});

it('rolls of one name that are read on one chart are told together', () => {
  const [one, other] = [step([line(1, cell('ours', 0))]), step([line(1, cell('theirs', 0))])];
  expect(together([one, one, other]).map(({ steps }) => steps.length)).toEqual([2, 1]);
});
