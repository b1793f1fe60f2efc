import type { Offer, Scene } from '../api/kernel';

export type Group = { place: string; offers: Offer[] };

/** So many places are looked through at a glance; of more than these, those where somebody stands come first. */
const GLANCE = 24;

/** Offers by the place that they are in; those that are nowhere, and places themselves, stand by themselves at the end. */
export function groupsOf(offers: Offer[], scene: Scene | null): Group[] {
  const places = new Map(scene?.places.map(({ id, name }) => [id, name]));
  const pieces = new Map(scene?.pieces.map(({ id, place }) => [id, place]));
  const groups = new Map<string, Offer[]>();
  const loose: Offer[] = [];
  for (const offer of offers) {
    const place = 'piece' in offer.pick ? places.get(pieces.get(offer.pick.piece) ?? -1) : undefined;
    if (place === undefined) loose.push(offer);
    else groups.set(place, [...(groups.get(place) ?? []), offer]);
  }
  const all = [...groups].map(([place, offers]): Group => ({ place, offers }));
  if (!loose.length) return all;
  const taken = new Set(scene?.pieces.map(({ place }) => place));
  const isTaken = ({ pick }: Offer) => 'place' in pick && taken.has(pick.place);
  const first = loose.length > GLANCE ? loose.filter(isTaken) : [];
  if (!all.length && first.length && first.length < loose.length) {
    return [{ place: 'Where somebody stands', offers: first }, { place: 'Elsewhere', offers: loose.filter((offer) => !isTaken(offer)) }];
  }
  return [...all, { place: all.length ? 'All together' : '', offers: loose }];
}
