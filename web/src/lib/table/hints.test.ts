import { expect, it } from 'vitest';
import type { PromptView } from '../api/types';
import { howTo, timesAsked } from './hints';

const base = { question: '', rule: '1', picked: [], order: null, whole: false, preview: null };
const prompt = (offers: PromptView['offers'], more: Partial<PromptView> = {}) => ({ ...base, offers, ...more }) as PromptView;

it('says how a thing is done by what is asked for', () => {
  const one = (...picks: object[]) => ({ 'one-of': picks.map((pick) => ({ pick, label: '' })) }) as PromptView['offers'];
  expect(howTo(prompt(one({ piece: 1 })), false, false)?.id).toBe('board');
  expect(howTo(prompt(one({ option: 'a' })), false, false)?.id).toBe('words');
  expect(howTo(prompt({ share: { total: 1, of: [], usual: [] } }), false, false)?.id).toBe('share');
  expect(howTo(prompt('nothing', { order: {}, preview: { notes: [], path: [], tests: [{}] } as never }), true, false)?.id).toBe('order');
  expect(howTo(prompt('nothing'), true, false)).toBeNull();
});

it('counts how often something was asked, and an ask that is looked at again once', () => {
  expect([timesAsked('x', 4), timesAsked('x', 4), timesAsked('x', 9), timesAsked('x', 4)]).toEqual([1, 1, 2, 1]);
});
