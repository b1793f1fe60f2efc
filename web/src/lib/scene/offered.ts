import type { Offer, Offers, Pick as Picked, Region, Scene } from '../api/kernel';

type Things = { pieces: Set<number>; places: Set<number> };

/** What of an offer can be picked on the table itself. */
export type Offered = Things & {
  /** How far each of the places is, as a share of the farthest: its way may be longer than it looks. */
  far: Map<number, number>;
  /** What it costs and risks to go to a place, in a few signs. */
  tags: Map<number, string>;
  region: Region | null;
  facings: number[];
  /** Spots of the region that are worth a thought, and why. */
  spots: { at: [number, number]; label: string }[];
  /** Words that stand for somewhere on the table, such as an inch of a path. */
  stops: { option: string; at: [number, number]; label: string }[];
  /** What could be picked in the place of what is picked: those whose turn is still to come. */
  others: Things;
  /** What would be passed over, and not come again. */
  passed: Things;
};

const nothing = (): Things => ({ pieces: new Set(), places: new Set() });
export const NOTHING: Offered = { ...nothing(), far: new Map(), tags: new Map(), region: null, facings: [], spots: [], stops: [], others: nothing(), passed: nothing() };

/** What of the offers lies on the table. */
export function offeredOnTable(offers: Offers | null, more: Offer[] = []): Offered {
  const all = [...more, ...listed(offers)];
  const open = offers && offers !== 'nothing' ? offers : null;
  return {
    ...thingsIn(all),
    far: farness(all),
    tags: new Map(all.flatMap(({ pick, tag }): [number, string][] => ('place' in pick && tag ? [[pick.place, tag]] : []))),
    region: open && 'point' in open ? open.point.region : null,
    facings: open && 'facing' in open ? open.facing.of : [],
    spots: all.flatMap(({ pick, label }): Offered['spots'] => ('point' in pick ? [{ at: [pick.point.x, pick.point.y], label }] : [])),
    stops: all.flatMap(({ pick, label, note, way }): Offered['stops'] => {
      const at = way?.at(-1);
      return 'option' in pick && at ? [{ option: pick.option, at, label: note ? `${label}: ${note}` : label }] : [];
    }),
    others: nothing(),
    passed: nothing(),
  };
}

/** Every piece, and where it is about places every place too: while somebody only looks. */
export function everything({ pieces, places }: Pick<Scene, 'pieces' | 'places'>, withPlaces: boolean): Offered {
  return { ...NOTHING, pieces: new Set(pieces.map(({ id }) => id)), places: new Set(withPlaces ? places.map(({ id }) => id) : []) };
}

/** The pieces and places that offers stand for. */
export function thingsIn(offers: Offer[]): Things {
  const picks = offers.map((offer) => offer.pick);
  return {
    pieces: new Set(picks.flatMap((pick) => ('piece' in pick ? [pick.piece] : []))),
    places: new Set(picks.flatMap((pick) => ('place' in pick ? [pick.place] : []))),
  };
}

function listed(offers: Offers | null): Offer[] {
  if (!offers || offers === 'nothing') return [];
  return 'one-of' in offers ? offers['one-of']
    : 'several' in offers ? offers.several.of
    : 'share' in offers ? offers.share.of
    : 'point' in offers ? offers.point.or
    : offers.facing.or;
}

function farness(offers: Offer[]): Map<number, number> {
  const legs = (offer: Offer) => (offer.way?.length ?? 1) - 1;
  const most = Math.max(1, ...offers.map(legs));
  return new Map(offers.flatMap((offer): [number, number][] => ('place' in offer.pick && offer.way ? [[offer.pick.place, legs(offer) / most]] : [])));
}

/** Are two picks the same? */
export function samePick(one: Picked, other: Picked): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
