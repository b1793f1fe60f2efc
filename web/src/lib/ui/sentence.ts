/** Words that stand alone: with a capital at their head and a stop at their end. */
export function asSentence(words: string): string {
  const text = words.trim();
  return text && withCapital(text) + (/[.!?]$/.test(text) ? '' : '.');
}

/** Words with a capital at their head; a name there stays as it is written. */
export function withCapital(words: string): string {
  return beginsWithWord(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/** Is it a word that comes first, and not the name of a square or of a key in a file: 'aa22', 'objectives.c4'? */
export const beginsWithWord = (words: string): boolean => !/^\S*(\d|\.\S)/.test(words);

/** Seats that bear the name of an army are called its player in a sentence. */
const PLAYERS = new Map([['allied', 'Allied player'], ['german', 'German player']]);

/** What a seat is called in a sentence: 'the attacker', 'the German player'. */
export const called = (seat: string): string => PLAYERS.get(seat) ?? seat;

/** The same with its article, as one speaks of it. */
export const side = (seat: string): string => `the ${called(seat)}`;
