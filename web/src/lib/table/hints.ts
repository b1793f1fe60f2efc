import type { PromptView } from '../api/types';
import type { PlanStep } from './plan';

export type Hint = { id: string; text: string };

const HINTS: Record<string, string> = {
  glow: 'Whatever glows on the table can be picked now, and so can the list here. Rest the pointer on something to see what it would do; pick it when you like it.',
  path: 'You can always take a step back with Back. What calls for no dice is done as soon as you have picked it, and can be undone; dice wait for the red button.',
  odds: 'This bar shows every way it can end, from the worst for you on the left to the best on the right. The chances are exact: every way the dice can fall was counted.',
  order: 'The order is complete. The red button gives it.',
  share: 'The hits lie as they usually would. Move them with plus and minus, or place them so.',
  several: 'Those that usually go are ticked already. Touch others on the table or tick them, if you mean others.',
  point: 'The lit ground is what the piece can reach; the paler, the dearer. Point to where it should go.',
  facing: 'Choose which way it faces. The arrows stand around the piece.',
  dice: 'There lie the dice. Under them stands why they mean what they mean: every modifier with its rule. Touch a number such as 27 to read that rule.',
};

/**
 * The hint that fits what is on the screen and has not been read yet. Before the first pick it says what to do, by the
 * plan of the scenario; after it, how.
 */
export function hintFor(prompt: PromptView | null, picks: number, rolled: boolean, read: string[], plan: PlanStep | null = null): Hint | null {
  const fitting: string[] = [];
  if (rolled) fitting.push('dice');
  const step = plan && prompt && picks === 0 ? `plan-${plan.at}` : null;
  if (step) fitting.push(step);
  if (prompt) {
    const { offers, order, preview } = prompt;
    if (preview?.tests.length) fitting.push('odds');
    if (offers === 'nothing') fitting.push('order');
    else if ('share' in offers) fitting.push('share');
    else if ('several' in offers) fitting.push('several');
    else if ('point' in offers) fitting.push('point');
    else if ('facing' in offers) fitting.push('facing');
    else if (picks === 0) fitting.push('glow');
    if (picks > 0 && order === null) fitting.push('path');
  }
  const id = fitting.find((one) => !read.includes(one));
  if (!id) return null;
  return { id, text: id === step && plan ? plan.text : (HINTS[id] ?? '') };
}
