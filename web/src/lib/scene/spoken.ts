import type { Counter, Mark, Place, Scene } from '../api/kernel';
import { spoken } from '../table/inches';
import { exact } from './map/region';

const marked = (marks: Mark[]) => marks.map((mark) => (mark.count > 1 ? `${mark.count} ${mark.name}` : mark.name));

/** A place in words, for those who hear the table read out. */
export function placeSpoken({ name, about, marks }: Place): string {
  return [name, about, ...marked(marks)].filter(Boolean).join(', ');
}

/** A piece in words. */
export function pieceSpoken({ name, about, marks, spent }: Counter): string {
  return [name, about, ...marked(marks), spent ? 'has acted' : ''].filter(Boolean).join(', ');
}

/** A spot of a measured table in words: where it is, on what ground, what it costs to get there, who is next to it. */
export function atSpot(scene: Scene, [x, y]: [number, number], cost?: number): string {
  const rounded = (length: number) => spoken(Math.round(length / 10) / 10);
  const ground = scene.ground.filter(({ role, shape }) => role !== 'table' && exact(shape).depth(x, y) > 0).map(({ name, role }) => name || role);
  const near = scene.pieces
    .map((piece) => ({ name: piece.name, far: Math.hypot(piece.at[0] - x, piece.at[1] - y) }))
    .filter(({ far }) => far > 0)
    .sort((one, other) => one.far - other.far)[0];
  return [
    `${rounded(x)} right, ${rounded(y)} down`,
    ground.length ? `in ${ground.join(', ')}` : '',
    cost ? `costs ${rounded(cost)}` : '',
    near ? `${rounded(near.far)} from ${near.name}` : '',
  ].filter(Boolean).join(', ');
}
