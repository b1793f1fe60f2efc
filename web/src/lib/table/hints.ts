import type { PromptView } from '../api/types';

export type How = { id: string; text: string };

const HOW: Record<string, string> = {
  board: 'Touch what glows on the table, or take it from the list; touch somebody else to pick him instead.',
  reach: 'The lit ground is what it can reach, with what it costs and risks. Touch where it should go: without dice it is done at once, and Undo takes it back.',
  stops: 'These choices lie on the table too: touch the one you mean, or its button. Rest on one to see the chances.',
  words: 'The chances stand on the buttons, and they are exact: every way the dice can fall was counted. Rest on one to see more.',
  form: 'What is usual is chosen already. Touch the table to change it, or press the red button.',
  share: 'They lie as they usually would. Touch the table to place them one by one, or press the red button.',
  order: 'The bar shows every way it can end, from the worst for you on the left to the best on the right. The red button gives the order.',
  dice: 'Beside the table lie the dice, and under them why they mean what they mean: every modifier with its rule, the chart with its cell.',
};

/** How what is asked is answered here, in a sentence. */
export function howTo({ offers, order, preview }: PromptView, picked: boolean, rolled: boolean): How | null {
  const id = kindOf();
  return id ? { id, text: HOW[id] ?? '' } : null;

  function kindOf(): string | null {
    if (offers !== 'nothing' && 'share' in offers) return 'share';
    if (offers !== 'nothing' && 'several' in offers) return 'form';
    if (order !== null && preview?.tests.length) return 'order';
    if (offers === 'nothing') return null;
    if ('point' in offers || 'facing' in offers) return 'reach';
    const all = offers['one-of'];
    if (all.some((offer) => offer.way)) return all.some(({ pick, way }) => way && 'option' in pick) ? 'stops' : 'reach';
    if (all.every(({ pick }) => 'option' in pick)) return rolled ? 'dice' : 'words';
    return picked ? null : 'board';
  }
}

/** How often something was asked here, this time among them. An ask counts once, however often it is looked at. */
export function timesAsked(what: string, ask: number): number {
  const key = `asked/${what}`;
  const known: number[] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  if (!known.includes(ask)) {
    known.push(ask);
    sessionStorage.setItem(key, JSON.stringify(known));
  }
  return known.indexOf(ask) + 1;
}
