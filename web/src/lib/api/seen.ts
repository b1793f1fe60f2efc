import type { AtPlace, Changes, Ground, Place, Position, Scene, Site, Splice } from './kernel';

/** What leads from one version of a position to another, as the stream sends it. */
export type Step = Changes & { from: string; to: string };

/** What some eyes see of a table: the ground, the position on it, and both joined as they are drawn. */
export type Seen = { ground: Ground; position: Position; version: string; scene: Scene };

export function seenOf(ground: Ground, position: Position, version: string): Seen {
  return { ground, position, version, scene: joined(ground, position) };
}

/** A position on its ground, as it is drawn. */
export function joined(ground: Ground, position: Position): Scene {
  const lying = new Map(position.places.map((at) => [at.id, at]));
  return drawn(ground, position, ground.sites.map((site) => placeOf(site, lying.get(site.id))));
}

/**
 * What is seen after a step. What the step leaves alone stays the very same object, so that nothing of it is drawn
 * anew. Nothing where the step starts from something else than what was seen.
 */
export function stepped({ ground, position, version, scene }: Seen, step: Step): Seen | null {
  if (version !== step.from) return null;
  const next: Position = {
    pieces: patched(position.pieces, step.pieces, step.pieces_gone),
    places: patched(position.places, step.places, step.places_gone),
    overlays: spliced(position.overlays, step.overlays),
    panel: spliced(position.panel, step.panel),
  };
  const touched = new Set([...(step.places ?? []).map((at) => at.id), ...(step.places_gone ?? [])]);
  let { places } = scene;
  if (touched.size) {
    const lying = new Map(next.places.map((at) => [at.id, at]));
    const sites = new Map(ground.sites.map((site) => [site.id, site]));
    places = places.map((place) => {
      const site = touched.has(place.id) ? sites.get(place.id) : undefined;
      return site ? placeOf(site, lying.get(site.id)) : place;
    });
  }
  // Where nothing lies otherwise, what runs over the ground is the very same list.
  const features = next.overlays === position.overlays ? scene.features : undefined;
  return { ground, position: next, version: step.to, scene: drawn(ground, next, places, features) };
}

function drawn(ground: Ground, { overlays, pieces, panel }: Position, places: Place[], known?: Scene['features']): Scene {
  const { areas, features, title, size, square } = ground;
  const all = known ?? [...features, ...overlays];
  return { title, size, ...(square === undefined ? {} : { square }), ground: areas, features: all, places, pieces, panel };
}

function placeOf({ id, name, about, shape }: Site, at: AtPlace | undefined): Place {
  return { id, name, about: [about, at?.about].filter(Boolean).join(', '), shape, marks: at?.marks ?? [] };
}

/** Things in the order of their handles, with some put in their places and some gone. */
function patched<T extends { id: number }>(list: T[], put: T[] = [], gone: number[] = []): T[] {
  if (!put.length && !gone.length) return list;
  const fresh = new Map(put.map((one) => [one.id, one]));
  const left = new Set(gone);
  const next = list.filter((one) => !left.has(one.id)).map((one) => take(fresh, one.id) ?? one);
  return fresh.size ? [...next, ...fresh.values()].sort((a, b) => a.id - b.id) : next;
}

function take<T>(from: Map<number, T>, id: number): T | undefined {
  const found = from.get(id);
  from.delete(id);
  return found;
}

function spliced<T>(list: T[], splice: Splice<T> | undefined): T[] {
  return splice ? list.toSpliced(splice.at, splice.gone, ...splice.put) : list;
}
