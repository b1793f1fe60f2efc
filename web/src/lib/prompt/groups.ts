import type { Offer, Scene } from '../api/kernel';

export type Group = { place: string; offers: Offer[] };

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
  return loose.length ? [...all, { place: all.length ? 'All together' : '', offers: loose }] : all;
}
