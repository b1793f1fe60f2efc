import type { Counter } from '../api/kernel';
import type { Lying } from './stacks';

/** A piece with where it lies and what is printed on it. */
export type Card = { piece: Counter; lying: Lying; name: string[] };

const NAMELESS: string[] = [];

/**
 * The pieces of a table as they are drawn. What is as it was is the very same thing: hundreds of pieces need not look whether
 * the one that moved was they.
 */
export class Cards {
  #known = new Map<number, Card>();

  of(pieces: Counter[], spots: Map<number, Lying>, names: Map<number, string[]>): Card[] {
    return pieces.map((piece) => {
      const known = this.#known.get(piece.id);
      const name = names.get(piece.id) ?? NAMELESS;
      const lying = spots.get(piece.id) ?? { at: piece.at, size: piece.size };
      if (known?.piece === piece && known.lying === lying && known.name === name) return known;
      const card = { piece, lying, name };
      this.#known.set(piece.id, card);
      return card;
    });
  }
}
