import type { Offer, Offers, Pick } from '../api/kernel';
import { samePick } from '../scene/offered';

/** The things that are offered one by one. */
export function listOf(offers: Offers | null | undefined): Offer[] {
  if (!offers || offers === 'nothing') return [];
  return 'one-of' in offers ? offers['one-of'] : 'point' in offers ? offers.point.or : 'facing' in offers ? offers.facing.or : [];
}

/** The words among them: what is done instead, or no more. */
export const wordsOf = (offers: Offers | null | undefined) => listOf(offers).filter(({ pick }) => 'option' in pick);

/** The things among them that are no words. */
export const thingsOf = (offers: Offers | null | undefined) => listOf(offers).filter(({ pick }) => !('option' in pick));

/** More words than these are choices of their own, and only the last of them leads on. */
const WAYS_ON = 2;

/** The words beside the things that can be picked, which end the step or go on without more of it. */
export function wayOnOf(offers: Offers | null | undefined): Offer[] {
  const words = thingsOf(offers).length ? wordsOf(offers) : [];
  return words.length > WAYS_ON ? words.slice(-1) : words;
}

/**
 * Whose turn is next, where play goes through things in an order: those of a place together before one of them. With
 * `after` the next one behind that turn.
 */
export function nextInTurn(offers: Offers | null, after = -1): Offer | null {
  let best: Offer | null = null;
  for (const offer of listOf(offers)) {
    const { turn } = offer;
    if (turn === undefined || turn <= after) continue;
    const known = best?.turn ?? Infinity;
    if (turn < known || (turn === known && 'place' in offer.pick && best && !('place' in best.pick))) best = offer;
  }
  return best;
}

/** Those that a pick passes over: their turn comes before its own, and does not come again. What ends the step passes over all. */
export function passedOver(offers: Offers | null, pick: Pick | undefined): Offer[] {
  const all = listOf(offers);
  const ends = pick && wayOnOf(offers).some((word) => samePick(word.pick, pick));
  const turn = ends ? Infinity : pick && all.find((offer) => samePick(offer.pick, pick))?.turn;
  if (turn === undefined) return [];
  return singly(all.filter((offer) => offer.turn !== undefined && offer.turn < turn));
}

/** Those whose turn is still to come. */
export function stillToCome(offers: Offers | null): Offer[] {
  return singly(listOf(offers).filter((offer) => offer.turn !== undefined));
}

/** Without those that stand for several others. */
function singly(offers: Offer[]): Offer[] {
  const pieces = offers.filter(({ pick }) => 'piece' in pick);
  return pieces.length ? pieces : offers;
}
