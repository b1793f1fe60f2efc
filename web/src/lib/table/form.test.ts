import { expect, it } from 'vitest';
import type { Offer, Pick } from '../api/kernel';
import type { PromptView } from '../api/types';
import { Form } from './form.svelte';

const unit = (piece: number): Offer => ({ pick: { piece }, label: `unit ${piece}` }) as Offer;
const prompt = (question: string, offers: PromptView['offers'], order: unknown): PromptView => ({ question, offers, order, whole: order !== null, picked: [], preview: null, rule: '' }) as unknown as PromptView;

/** Who goes; then who of them goes in close assault, nobody or two of them. */
function asked(picks: Pick[]): PromptView {
  const close = picks.length - 1;
  if (close === 1) return prompt('who else?', { 'one-of': [unit(2)] }, null);
  return prompt(close === 0 ? 'does anybody?' : 'a third?', close === 0 ? { 'one-of': [unit(1), unit(2)] } : 'nothing', { close });
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('a question that may be left open belongs to the form, and so does what it leads to', async () => {
  const form = new Form((picks) => Promise.resolve(asked(picks)));
  form.open([], prompt('who goes?', { several: { of: [unit(1), unit(2)], usual: [0, 1], least: 1, most: 2 } } as PromptView['offers'], null));
  await settled();
  expect(form.sections.map((section) => section.prompt.question)).toEqual(['who goes?', 'does anybody?']);
  expect(form.end?.order, 'nobody needs to').toEqual({ close: 0 });
  form.say({ piece: 1 }, 1);
  await settled();
  expect(form.sections.map((section) => section.prompt.question)).toEqual(['who goes?', 'does anybody?', 'who else?']);
  expect(form.end, 'one alone does not').toBeNull();
  form.say({ piece: 2 }, 2);
  await settled();
  expect(form.end?.order).toEqual({ close: 2 });
});
