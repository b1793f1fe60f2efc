import type { Offer, Offers, Pick, Region } from '../api/kernel';

/** What of an offer can be picked on the table itself. */
export type Offered = {
  pieces: Set<number>;
  places: Set<number>;
  /** How far each of the places is, as a share of the farthest: its way may be longer than it looks. */
  far: Map<number, number>;
  region: Region | null;
  facings: number[];
};

const NOTHING: Offered = { pieces: new Set(), places: new Set(), far: new Map(), region: null, facings: [] };

/** What of the offers lies on the table. */
export function offeredOnTable(offers: Offers | null): Offered {
  if (!offers || offers === 'nothing') return NOTHING;
  const all =
    'one-of' in offers ? offers['one-of']
    : 'several' in offers ? offers.several.of
    : 'share' in offers ? offers.share.of
    : 'point' in offers ? offers.point.or
    : offers.facing.or;
  const picks = all.map((offer) => offer.pick);
  return {
    pieces: new Set(picks.flatMap((pick) => ('piece' in pick ? [pick.piece] : []))),
    places: new Set(picks.flatMap((pick) => ('place' in pick ? [pick.place] : []))),
    far: farness(all),
    region: 'point' in offers ? offers.point.region : null,
    facings: 'facing' in offers ? offers.facing.of : [],
  };
}

function farness(offers: Offer[]): Map<number, number> {
  const legs = (offer: Offer) => (offer.way?.length ?? 1) - 1;
  const most = Math.max(1, ...offers.map(legs));
  return new Map(offers.flatMap((offer): [number, number][] => ('place' in offer.pick && offer.way ? [[offer.pick.place, legs(offer) / most]] : [])));
}

/** Are two picks the same? */
export function samePick(one: Pick, other: Pick): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
