import { expect, it } from 'vitest';
import { planOf, stepFor } from './plan';

const NOTES = `Summer 1914.

For the attacker. 1. Roll for your barrage: on 4 or more it comes. 2. Give your orders: a bonus for a square that is about to assault. 3. Move a pair of battalions next to the wood. 4. Assault. The more casualties win, and not the more hits.

For the defender. You shoot at the end of each turn. If an assault looks bad, you may retire before it.`;

it('reads the steps that the notes number, or the sentences where they number none', () => {
  expect(planOf(NOTES, 'attacker')).toHaveLength(4);
  expect(planOf(NOTES, 'attacker')[3]).toBe('Assault. The more casualties win, and not the more hits.');
  expect(planOf(NOTES, 'defender')).toEqual(['You shoot at the end of each turn.', 'If an assault looks bad, you may retire before it.']);
  expect(planOf(NOTES, 'umpire')).toEqual([]);
});

it('finds the step that speaks of what is asked', () => {
  const at = (question: string, seat = 'attacker') => stepFor(planOf(NOTES, seat), question)?.at;
  expect(at('which asset do you roll for?')).toBe(1);
  expect(at('where does the point effect barrage lie?')).toBe(1);
  expect(at('which square is given an order?')).toBe(2);
  expect(at('who moves?')).toBe(3);
  expect(at('which square assaults?')).toBe(4);
  expect(at('where do 2 hits in F5 fall?')).toBeUndefined();
  expect(at('does E5 stand or retire?', 'defender')).toBe(2);
  expect(at('which square shoots?', 'defender')).toBe(1);
  expect(at('how many are there?')).toBeUndefined();
});
