import type { Scene } from '../api/kernel';
import { rounded } from '../table/inches';
import { middle, type Spot } from './geometry';
import { block } from './map/curve';
import type { Touch } from './touch';

/** A thing as the tape meets it: its corners, or a middle and how far its edge is from there. */
type Body = { corners: Spot[]; radius: number };
export type Tape = { from: Spot; to: Spot; inches: number };

/** The corners of a base as it stands. */
export const cornersOf = (at: Spot, [width, depth]: Spot, facing = 0) => block(at, width, depth, (facing * Math.PI) / 180);

function bodyOf(scene: Scene, touch: Touch): Body | null {
  if ('point' in touch) return { corners: [[touch.point.x, touch.point.y]], radius: 0 };
  if ('place' in touch) {
    const place = scene.places.find((one) => one.id === touch.place);
    return place ? { corners: [middle(place.shape)], radius: 0 } : null;
  }
  if (!('piece' in touch)) return null;
  const piece = scene.pieces.find((one) => one.id === touch.piece);
  if (!piece) return null;
  if (piece.base === 'circle') return { corners: [piece.at], radius: piece.size[0] / 2 };
  return { corners: cornersOf(piece.at, piece.size, piece.facing), radius: 0 };
}

/** The tape between two things, from edge to edge by the shortest way; inches are rounded up, as rules measure. */
export function tapeBetween(scene: Scene, one: Touch, other: Touch): Tape | null {
  const [a, b] = [bodyOf(scene, one), bodyOf(scene, other)];
  if (!a || !b) return null;
  let best: [Spot, Spot, number] | null = null;
  const meet = (from: Spot, to: Spot) => {
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (!best || far < best[2]) best = [from, to, far];
  };
  for (const spot of a.corners) for (const side of sidesOf(b.corners)) meet(spot, nearestOn(side, spot));
  for (const spot of b.corners) for (const side of sidesOf(a.corners)) meet(nearestOn(side, spot), spot);
  if (!best) return null;
  const [from, to, far] = best as [Spot, Spot, number];
  const touches = overlap(a.corners, b.corners) || far <= a.radius + b.radius;
  if (touches) return { from: to, to, inches: 0 };
  const along = (by: number): Spot => [from[0] + ((to[0] - from[0]) * by) / far, from[1] + ((to[1] - from[1]) * by) / far];
  const gap = far - a.radius - b.radius;
  return { from: along(a.radius), to: along(far - b.radius), inches: rounded(gap) };
}

function sidesOf(corners: Spot[]): [Spot, Spot][] {
  return corners.map((spot, i) => [spot, corners[(i + 1) % corners.length] ?? spot]);
}

function nearestOn([from, to]: [Spot, Spot], [x, y]: Spot): Spot {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = dx * dx + dy * dy;
  const share = long ? Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / long)) : 0;
  return [from[0] + share * dx, from[1] + share * dy];
}

/** Do two outlines lie upon each other? They are convex: unless a side of one parts them, they do. */
function overlap(one: Spot[], other: Spot[]): boolean {
  if (one.length < 3 && other.length < 3) return false;
  const parts = (corners: Spot[]) =>
    corners.length > 2 &&
    sidesOf(corners).some(([from, to]) => {
      const out = ([x, y]: Spot) => (x - from[0]) * (to[1] - from[1]) - (y - from[1]) * (to[0] - from[0]);
      return (corners === one ? other : one).every((spot) => out(spot) > 0);
    });
  return !parts(one) && !parts(other);
}
