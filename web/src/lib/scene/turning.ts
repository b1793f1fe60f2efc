import type { Area, Counter, Feature, Place, Region, Scene, Shape } from '../api/kernel';
import type { Spot } from './geometry';
import type { Offered } from './offered';
import type { Touch } from './touch';

/**
 * A table seen from its other side. What is turned once is kept, so that what has not changed is the very same thing, and not
 * drawn anew.
 */
export class Turning {
  #kept = new WeakMap<object, object>();

  constructor(private readonly size: Spot) {}

  spot = ([x, y]: Spot): Spot => [this.size[0] - x, this.size[1] - y];
  facing = (degrees: number) => (degrees + 180) % 360;

  scene(scene: Scene): Scene {
    return this.#once(scene, () => ({
      ...scene,
      ground: this.#all(scene.ground, (area: Area) => ({ ...area, shape: this.shape(area.shape) })),
      features: this.features(scene.features),
      places: this.#all(scene.places, (place: Place) => ({ ...place, shape: this.shape(place.shape) })),
      pieces: this.#all(scene.pieces, (piece: Counter) => ({
        ...piece,
        at: this.spot(piece.at),
        ...(piece.facing === undefined ? {} : { facing: this.facing(piece.facing) }),
      })),
    }));
  }

  features = (features: Feature[]) => this.#all(features, (feature: Feature) => ({ ...feature, shape: this.shape(feature.shape) }));

  path = (path: Spot[]) => path.map(this.spot);

  offered(offered: Offered): Offered {
    const { region, facings, spots, stops } = offered;
    return {
      ...offered,
      region: region && this.region(region),
      facings: facings.map(this.facing),
      spots: spots.map(({ at, label }) => ({ at: this.spot(at), label })),
      stops: stops.map((stop) => ({ ...stop, at: this.spot(stop.at) })),
    };
  }

  region(region: Region): Region {
    return this.#once(region, () => {
      const points = region.points.map(([x, y, cost]): [number, number, number] => [this.size[0] - x, this.size[1] - y, cost]);
      return { ...region, from: this.spot(region.from), points };
    });
  }

  /** What was touched, in the table's own terms. */
  touch(touch: Touch): Touch {
    if ('facing' in touch) return { facing: this.facing(touch.facing) };
    if (!('point' in touch)) return touch;
    const [x, y] = this.spot([touch.point.x, touch.point.y]);
    return { point: { x, y } };
  }

  shape(shape: Shape): Shape {
    if ('rect' in shape) {
      const [x, y, w, h] = shape.rect;
      return { rect: [this.size[0] - x - w, this.size[1] - y - h, w, h] };
    }
    if ('circle' in shape) return { circle: [this.spot(shape.circle[0]), shape.circle[1]] };
    if ('polygon' in shape) return { polygon: shape.polygon.map(this.spot) };
    return { line: shape.line.map(this.spot) };
  }

  #all<T extends object>(list: T[], turn: (one: T) => T): T[] {
    return this.#once(list, () => list.map((one) => this.#once(one, () => turn(one))));
  }

  #once<T extends object>(thing: T, turn: () => T): T {
    const known = this.#kept.get(thing) as T | undefined;
    if (known) return known;
    const turned = turn();
    this.#kept.set(thing, turned);
    return turned;
  }
}

/** More rows of squares than these are a map, which has its north at the top for everybody; fewer are a table to sit at. */
const MOST_ROWS = 10;

/** Do the pieces of a seat stand at the far side of the table, taken together? A map has no far side. */
export function isFar({ pieces, size, square }: Scene, seat: string): boolean {
  if (square && size[1] > MOST_ROWS * square) return false;
  const height = (own: boolean) => {
    const all = pieces.filter((piece) => piece.seat !== undefined && (piece.seat === seat) === own).map((piece) => piece.at[1]);
    return all.length ? all.reduce((sum, y) => sum + y, 0) / all.length : null;
  };
  const [own, other] = [height(true), height(false)];
  return own !== null && other !== null && own < other;
}
