import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { api } from '../api/client';
import type { ScenarioCard } from '../api/kernel';
import type { Book, Draft } from '../api/types';
import { Drafting } from './drafting.svelte';
import { listedAs } from './made';
import NewGameForm from './NewGameForm.svelte';

const machine = (name: string) => ({ name, about: `${name} in a sentence` });
const book = { id: 'squares', seats: ['red', 'blue'], options: [], machines: ['fair', 'easy', 'hard', 'quick'].map(machine), levels: ['easy', 'fair', 'hard'] } as unknown as Book;
const card = (learning: boolean) => ({ id: 'one', title: 'One', notes: '', minutes: 5, sides: [], briefings: [], options: [], learning }) as ScenarioCard;
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').filter(({ name, checked }) => name === 'level' && checked).map(({ value }) => value);

it('offers the levels from easy to hard, each with its sentence, and no measure of the lab', () => {
  const { unmount } = render(NewGameForm, { book, card: card(false) });
  const levels = screen.getAllByRole<HTMLInputElement>('radio').filter(({ name }) => name === 'level');
  expect([levels.map(({ value }) => value), chosen()]).toEqual([['easy', 'fair', 'hard'], ['fair']]);
  expect(screen.getByText('hard in a sentence')).toBeTruthy();
  unmount();
  render(NewGameForm, { book, card: card(true) });
  expect(chosen()).toEqual(['easy']);
});

it('asks what the options make of a scenario once they are set, and plays it as the book\'s own', async () => {
  let options = {};
  const made = { card: { title: 'Another' }, text: 'text' } as unknown as Draft;
  const draft = vi.spyOn(api, 'draft').mockResolvedValue(made);
  const drafting = new Drafting('squares', 'generated', () => options);
  await drafting.follow();
  expect(draft.mock.calls.length).toBe(0);
  options = { seed: 7 };
  await drafting.follow();
  expect(draft.mock.calls).toEqual([['squares', { scenario: 'generated', options: { seed: 7 }, armies: {} }]]);
  expect([drafting.draft?.card.title, drafting.own]).toEqual(['Another', false]);
  vi.restoreAllMocks();
});

it('lists a battle that is made as such', () => {
  expect(listedAs({ ...card(false), options: ['points', 'seed'] })).toBe('A battle made by points and seed');
  expect(listedAs(card(false))).toBe('One');
});
