import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import ChartTable from './ChartTable.svelte';

const chart = {
  book: 'somme', chart: 'bombardment', title: 'Bombardment', section: '6.0', corner: '1D6', columns: ['c1', 'c2'],
  rows: [{ label: '1', cells: ['I', 'S'] }, { label: '2', cells: ['-', 'ST'] }], modifiers: [], notes: [], errata: [],
};

it('lights the row, the column and the cell where they meet', () => {
  render(ChartTable, { chart, cells: [{ row: 1, column: 1 }] });
  expect(screen.getByText('ST').className).toMatch(/meet/);
  expect(screen.getByText('c2').className).toMatch(/lit/);
  expect(screen.getByText('S').className).not.toMatch(/meet/);
});

it('says how often several rolls met in one cell', () => {
  render(ChartTable, { chart, cells: [{ row: 1, column: 1 }, { row: 0, column: 0 }, { row: 1, column: 1 }] });
  expect(screen.getByText('ST').textContent).toContain('×2');
  expect(screen.getByText('I').className).toMatch(/meet/);
});
