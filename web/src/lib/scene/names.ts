import type { Counter } from '../api/kernel';

/** How many letters a line of a counter has room for; and a word by itself, which is set narrower rather than cut. */
const [LINE, WORD] = [10, 13];
const LOOSE = /^(and|of|the|de|du|la|von)$/;

/**
 * What stands on each counter, in one line or two: what tells it from the others of its army, in as many letters as there is
 * room for. Words that several names have in common at their head are cut to their first letters.
 */
export function namesOf(pieces: Pick<Counter, 'id' | 'name' | 'army'>[]): Map<number, string[]> {
  // What stands behind a comma tells apart those that are called the same before it.
  const heads = new Map<string, Set<string>>();
  for (const { army, name } of pieces) {
    const head = `${army} ${headOf(name)}`;
    heads.set(head, (heads.get(head) ?? new Set()).add(name));
  }
  const alike = (army: string, name: string) => (heads.get(`${army} ${headOf(name)}`)?.size ?? 0) > 1;
  const words = new Map(pieces.map(({ id, army, name }) => [id, wordsOf(alike(army, name) ? name.replaceAll(',', '') : headOf(name))]));
  const laidOut = new Map([...words].map(([id, all]) => [id, laid(all)]));
  const isCut = (id: number) => laidOut.get(id)?.join(' ') !== words.get(id)?.join(' ');
  return new Map(
    pieces.map(({ id, name, army }) => {
      const own = words.get(id) ?? [];
      const common = (other: { id: number }) => shared(own, words.get(other.id) ?? []);
      const rivals = pieces.filter((other) => other.army === army && other.name !== name && common(other) >= 2);
      if (!rivals.length || ![id, ...rivals.map((other) => other.id)].some(isCut)) return [id, laidOut.get(id) ?? []];
      return [id, told(own, Math.max(...rivals.map(common)))];
    }),
  );
}

const headOf = (name: string) => (name.split(',')[0] ?? name).trim();

/** The words of a name, without those that tell nothing. */
function wordsOf(name: string): string[] {
  const words = name.trim().replace(/^The (.)/, (_, first: string) => first.toUpperCase()).split(/\s+/);
  return words.filter((word, i) => i === 0 || !LOOSE.test(word));
}

/** How many words two names have in common at their head. */
function shared(one: string[], other: string[]): number {
  const at = one.findIndex((word, i) => word !== other[i]);
  return at < 0 ? one.length : at;
}

/** Words in lines, cut between words; a word that is too long loses its end. */
function laid(words: string[]): string[] {
  const lines: string[] = [''];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    const longer = `${last} ${word}`.trim();
    if (longer.length <= LINE) lines[lines.length - 1] = longer;
    else if (lines.length < 2 && last) lines.push(fitting(word));
    else if (!last) lines[lines.length - 1] = fitting(word);
    else break;
  }
  return lines;
}

/** The head that is shared with others in few letters, and under it what is not. */
function told(words: string[], common: number): string[] {
  const [first = '', ...rest] = words.slice(0, common);
  const dotted = rest.map((word) => `${word.charAt(0)}.`).join('');
  const letters = `${first} ${dotted}`.length > LINE ? dotted.replaceAll('.', '') : dotted;
  const tail = words.slice(common).reduce((text, word) => (text && `${text} ${word}`.length > LINE ? text : `${text} ${word}`.trim()), '');
  return [fitting(`${first} ${letters}`.trim()), fitting(tail)].filter(Boolean);
}

function fitting(text: string): string {
  return text.length <= (text.includes(' ') ? LINE : WORD) ? text : `${text.slice(0, LINE - 1)}.`;
}
