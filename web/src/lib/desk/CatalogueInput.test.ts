import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import CatalogueInput from './CatalogueInput.svelte';

const choices = [
  { name: 'sherman-75', help: 'M4 Sherman (75 mm), USA 1942-45: AP 43, HE/SA 4' },
  { name: 'firefly', help: 'Sherman Firefly, Britain 1944-45: AP 215, HE/SA 4' },
  { name: 'tiger-i', help: 'Tiger I, Germany 1942-45: AP 124, HE/SA 4' },
];

it('finds a type by any word of its name, with its values in sight', async () => {
  const onchange = vi.fn();
  render(CatalogueInput, { id: 'who', choices, value: 'tiger-i', onchange });
  expect(screen.getByText('AP 124, HE/SA 4')).toBeTruthy();
  const field = screen.getByRole('combobox');
  await fireEvent.focus(field);
  expect(screen.getAllByRole('option')).toHaveLength(3);
  await fireEvent.input(field, { target: { value: 'sherman' } });
  expect(screen.getAllByRole('option').map((option) => option.id)).toEqual(['who-sherman-75', 'who-firefly']);
  await fireEvent.keyDown(field, { key: 'ArrowDown' });
  await fireEvent.keyDown(field, { key: 'Enter' });
  expect(onchange).toHaveBeenCalledExactlyOnceWith('firefly');
  expect(screen.queryByRole('option')).toBeNull();
});

it('says when no name has the words, and leaves what was chosen on escape', async () => {
  const onchange = vi.fn();
  render(CatalogueInput, { id: 'who', choices, value: 'tiger-i', onchange });
  const field = screen.getByRole<HTMLInputElement>('combobox');
  await fireEvent.focus(field);
  await fireEvent.input(field, { target: { value: 'zeppelin' } });
  expect(screen.getByText('none of the 3 has these words')).toBeTruthy();
  await fireEvent.keyDown(field, { key: 'Enter' });
  await fireEvent.focus(field);
  await fireEvent.keyDown(field, { key: 'Escape' });
  expect(onchange).not.toHaveBeenCalled();
  expect(field.value).toBe('tiger i');
});
