/** Words that stand alone: with a capital at their head and a stop at their end. */
export function asSentence(words: string): string {
  const text = words.trim();
  return text && withCapital(text) + (/[.!?]$/.test(text) ? '' : '.');
}

/** Words with a capital at their head. */
export function withCapital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
