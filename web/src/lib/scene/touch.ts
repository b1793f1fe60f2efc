import type { Scene } from '../api/kernel';
import type { Spot } from './geometry';
import type { Offered } from './offered';

/** What a touch of the table is about. */
export type Touch = { piece: number } | { place: number } | { point: { x: number; y: number } } | { facing: number } | { option: string };

/**
 * What was touched that is not offered, as a pick of the kind that is asked for: who is to say where to go and touches a
 * piece means the place that it lies on. None where it is offered, or where nothing was touched.
 */
export function missed(offered: Offered, scene: Scene, target: Element): Touch | null {
  const on = (name: string) => target.closest<SVGElement>(`[data-${name}]`)?.dataset[name];
  const touched = on('piece') ?? on('copy');
  const piece = scene.pieces.find((one) => one.id === Number(touched ?? NaN));
  const place = piece?.place ?? (touched === undefined ? number(on('place')) : undefined);
  if (piece && (offered.pieces.has(piece.id) || offered.others.pieces.has(piece.id))) return null;
  if (place !== undefined && (offered.places.has(place) || offered.others.places.has(place))) return null;
  if (place !== undefined && (!piece || offered.places.size > offered.pieces.size)) return { place };
  return piece ? { piece: piece.id } : null;
}

/** Does a spot lie on the table itself? */
export function isInside({ size }: Scene, [x, y]: Spot): boolean {
  return x >= 0 && y >= 0 && x <= size[0] && y <= size[1];
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
