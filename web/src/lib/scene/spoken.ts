import type { Counter, Mark, Place, Scene } from '../api/kernel';
import { rounded, spoken } from '../table/inches';
import { exact } from './map/region';
import { tapeBetween } from './tape';

const marked = (marks: Mark[]) => marks.map((mark) => (mark.count > 1 ? `${mark.count} ${mark.name}` : mark.name));

/** A place in words, for those who hear the table read out. */
export function placeSpoken({ name, about, marks }: Place): string {
  return [name, about, ...marked(marks)].filter(Boolean).join(', ');
}

/** A piece in words. */
export function pieceSpoken({ name, about, marks, spent }: Counter): string {
  return [name, about, ...marked(marks), spent ? 'has acted' : ''].filter(Boolean).join(', ');
}

/**
 * A spot of a measured table in words: where it is, on what ground, what it costs to get there, who is next to it. It is as
 * far from a piece as the tape says, which measures to the edge of its base.
 */
export function atSpot(scene: Scene, [x, y]: [number, number], cost?: number): string {
  const place = (hundredths: number) => spoken(Math.round(hundredths / 10) / 10);
  const ground = scene.ground.filter(({ role, shape }) => role !== 'table' && exact(shape).depth(x, y) > 0).map(({ name, role }) => name || role);
  const near = scene.pieces
    .filter(({ at }) => at[0] !== x || at[1] !== y)
    .map(({ id, name }) => ({ name, far: tapeBetween(scene, { point: { x, y } }, { piece: id })?.inches ?? Infinity }))
    .sort((one, other) => one.far - other.far)[0];
  return [
    `${place(x)} right, ${place(y)} down`,
    ground.length ? `in ${ground.join(', ')}` : '',
    cost ? `costs ${spoken(rounded(cost))}` : '',
    near && (near.far ? `${spoken(near.far)} from ${near.name}` : `on ${near.name}`),
  ].filter(Boolean).join(', ');
}
