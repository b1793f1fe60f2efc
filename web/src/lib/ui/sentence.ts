/** Words that stand alone: with a capital at their head and a stop at their end. */
export function asSentence(words: string): string {
  const text = words.trim();
  return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}
