import type { EntryView, Pick, Said, Scene } from '../api/kernel';
import type { Headline } from '../odds/headline';
import { middle, type Spot } from '../scene/geometry';

export type Marks = { pieces: Set<number>; places: Set<number> };

/** The pieces and places that some entries speak of. */
export function spokenOf(entries: EntryView[]): Marks {
  const said = entries.flatMap((entry) => entry.lines.flatMap((line): Said[] => ('said' in line ? [line.said] : [])));
  return { pieces: new Set(said.flatMap((one) => one.pieces)), places: new Set(said.flatMap((one) => one.places)) };
}

/** The pieces and places among some picks. */
export function pickedOf(picks: Pick[]): Marks {
  return {
    pieces: new Set(picks.flatMap((pick) => ('piece' in pick ? [pick.piece] : []))),
    places: new Set(picks.flatMap((pick) => ('place' in pick ? [pick.place] : []))),
  };
}

/** Some pieces, to be marked. */
export const marked = (pieces: number[]): Marks => ({ pieces: new Set(pieces), places: new Set() });

/** The chances of those picks that lie on the table. */
export function chancesOf(known: { pick: Pick; headline: Headline }[]): { pieces: Map<number, string>; places: Map<number, string> } {
  return {
    pieces: new Map(known.flatMap(({ pick, headline }): [number, string][] => ('piece' in pick ? [[pick.piece, headline.chance]] : []))),
    places: new Map(known.flatMap(({ pick, headline }): [number, string][] => ('place' in pick ? [[pick.place, headline.chance]] : []))),
  };
}

/** Where a facing that is to be picked belongs: at the last point or piece that was picked. */
export function aimOf(scene: Scene, picks: Pick[], path: Spot[]): Spot | null {
  const end = path.at(-1);
  if (end) return end;
  for (const pick of picks.toReversed()) {
    if ('point' in pick) return [pick.point.x, pick.point.y];
    if ('piece' in pick) return scene.pieces.find((piece) => piece.id === pick.piece)?.at ?? null;
    if ('place' in pick) {
      const place = scene.places.find((one) => one.id === pick.place);
      return place ? middle(place.shape) : null;
    }
  }
  return null;
}
