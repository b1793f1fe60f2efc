import { expect, it } from 'vitest';
import type { PromptView } from '../api/types';
import { hintFor } from './hints';

const prompt = (more: Partial<PromptView>): PromptView => ({ question: '', rule: '1', picked: [], offers: { 'one-of': [] }, order: null, whole: false, preview: null, ...more });

it('leads through the first turn, each hint once', () => {
  expect(hintFor(prompt({}), 0, false, [])?.id).toBe('glow');
  expect(hintFor(prompt({}), 0, false, ['glow'])).toBeNull();
  expect(hintFor(prompt({}), 1, false, ['glow'])?.id).toBe('path');
  const odds = { kind: 'exact' as const, policies: [], outcomes: [], measures: [] };
  const ready = prompt({ offers: 'nothing', order: {}, preview: { notes: [], path: [], tests: [{ label: 'a roll', odds }] } });
  expect(hintFor(ready, 2, false, [])?.id).toBe('odds');
  expect(hintFor(ready, 2, false, ['odds'])?.id).toBe('order');
  expect(hintFor(null, 0, true, [])?.id).toBe('dice');
  expect(hintFor(null, 0, false, [])).toBeNull();
});

it('says what to do before the first pick, and how after it', () => {
  const plan = { at: 2, of: 4, text: 'Give your orders.' };
  expect(hintFor(prompt({}), 0, false, [], plan)).toEqual({ id: 'plan-2', text: 'Give your orders.' });
  expect(hintFor(prompt({}), 0, false, ['plan-2'], plan)?.id).toBe('glow');
  expect(hintFor(prompt({}), 1, false, [], plan)?.id).toBe('path');
  expect(hintFor(prompt({}), 0, true, [], plan)?.id).toBe('dice');
});
