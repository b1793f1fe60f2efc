import type { Counter, Mark, Place } from '../api/kernel';

const marked = (marks: Mark[]) => marks.map((mark) => (mark.count > 1 ? `${mark.count} ${mark.name}` : mark.name));

/** A place in words, for those who hear the table read out. */
export function placeSpoken({ name, about, marks }: Place): string {
  return [name, about, ...marked(marks)].filter(Boolean).join(', ');
}

/** A piece in words. */
export function pieceSpoken({ name, about, marks, spent }: Counter): string {
  return [name, about, ...marked(marks), spent ? 'has acted' : ''].filter(Boolean).join(', ');
}
