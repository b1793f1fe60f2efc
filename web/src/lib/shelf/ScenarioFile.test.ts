import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { Drafting } from './drafting.svelte';
import ScenarioFile from './ScenarioFile.svelte';

const answer = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const card = { id: 'mine', title: 'Mine', notes: '', minutes: 9, sides: [], briefings: [], options: [], learning: false };
const draft = { text: 'book = 1', card, overview: { title: 'Mine', lines: [['attacker', 'Us']] }, bills: [], scene: {} };

afterEach(() => vi.unstubAllGlobals());

function shown(status: number, body: unknown) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return answer(status, body);
  });
  const drafting = new Drafting('squares', 'first-orders');
  render(ScenarioFile, { drafting, book: 'squares', title: 'First orders' });
  return { drafting, sent };
}

it('reads a chosen file and shows what is in it', async () => {
  const { drafting, sent } = shown(200, draft);
  await fireEvent.change(screen.getByLabelText('Scenario file'), { target: { files: [new File(['book = 1'], 'mine.toml')] } });
  await screen.findByText('can be played.', { exact: false });
  expect(screen.getByText('Us')).toBeTruthy();
  expect(sent).toEqual([{ text: 'book = 1', armies: {} }]);
  expect(drafting.own).toBe(true);
});

it('tells every trouble by line and column, and keeps the text to be mended in place', async () => {
  const troubles = [{ line: 2, column: 4, sentence: 'par is wrong.' }, { line: 3, column: 1, sentence: 'so is this.' }];
  const { drafting } = shown(422, { kind: 'refused', detail: 'No.', field: 'text', troubles });
  await drafting.take(new File(['one\ntwo = 3\nthree'], 'bad.toml'));
  const place = await screen.findByRole('button', { name: 'line 2, column 4' });
  expect(screen.getByText('so is this.', { exact: false })).toBeTruthy();
  await fireEvent.click(place);
  const text = screen.getByLabelText<HTMLTextAreaElement>('The text of the scenario');
  expect(text.value).toBe('one\ntwo = 3\nthree');
  await waitFor(() => expect(text.selectionStart).toBe(7));
});

it('says what is no text, and keeps the text that was there', async () => {
  const { drafting } = shown(200, draft);
  await drafting.take(new File(['book = 1'], 'mine.toml'));
  await drafting.take(new File([new Uint8Array([0xff, 0xfe])], 'photo.jpg'));
  expect((await screen.findByRole('alert')).textContent).toContain("'photo.jpg' is not a text");
  expect(drafting.text).toBe('book = 1');
});
