import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { Field } from '../api/report';
import { fields } from '../api/samples';
import FieldInput from './FieldInput.svelte';

const named = (name: string): Field => (fields as Field[]).find((field) => field.name === name) as Field;

it('makes a tick of a flag, pills of few choices and a number within its limits', async () => {
  const onchange = vi.fn();
  render(FieldInput, { field: named('cover'), value: false, book: 'squares', onchange });
  await fireEvent.click(screen.getByRole('checkbox'));
  render(FieldInput, { field: named('with'), value: 'rifles', book: 'squares', onchange });
  await fireEvent.click(screen.getByRole('radio', { name: 'gun' }));
  render(FieldInput, { field: named('range'), value: 6, book: 'squares', onchange });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled).toBe(true);
  await fireEvent.click(screen.getByRole('button', { name: 'One less' }));
  expect(onchange.mock.calls).toEqual([[true], ['gun'], [5]]);
});

it('adds and takes away items of a list within its limits', async () => {
  const onchange = vi.fn();
  render(FieldInput, { field: named('targets'), value: [{ lost: 1 }], book: 'squares', onchange });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Take item 1 away' }).disabled).toBe(true);
  await fireEvent.click(screen.getByRole('button', { name: 'Add one' }));
  expect(onchange).toHaveBeenCalledWith([{ lost: 1 }, { lost: 0 }]);
});
