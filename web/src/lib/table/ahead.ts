import type { Offer, Pick, Region } from '../api/kernel';
import type { PromptView } from '../api/types';

/**
 * What words lead to, where that lies on the table. A piece that may move or fire is asked which; its reach and its targets
 * are on the table at once all the same, and a touch of either says the word too.
 */
export type Ahead = {
  /** What can be touched, with the word that it belongs to. */
  things: { word: Pick; offer: Offer }[];
  /** Where a word leads to a point: of several such words the first. */
  ground: { word: Pick; region: Region } | null;
};

export const NOWHERE: Ahead = { things: [], ground: null };

/** What these words lead to. Of two that lead to the same thing the first counts. */
export function aheadOf(found: { word: Pick; prompt: PromptView }[]): Ahead {
  const things: Ahead['things'] = [];
  let ground: Ahead['ground'] = null;
  for (const { word, prompt } of found) {
    const { offers } = prompt;
    if (offers === 'nothing') continue;
    if ('point' in offers) ground ??= { word, region: offers.point.region };
    if (!('one-of' in offers)) continue;
    for (const offer of offers['one-of']) {
      const known = things.some((other) => JSON.stringify(other.offer.pick) === JSON.stringify(offer.pick));
      if (!('option' in offer.pick) && !known) things.push({ word, offer });
    }
  }
  return { things, ground };
}
