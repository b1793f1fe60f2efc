/** One step of the plan that a scenario's notes give a side: its place in the plan, and what they say. */
export type PlanStep = { at: number; of: number; text: string };

const HEAD = 4;

/** What the notes of a scenario advise one side to do: the numbered steps of its paragraph, or its sentences. */
export function planOf(notes: string, seat: string): string[] {
  const start = `For the ${seat}.`;
  const paragraph = notes.split(/\n\s*\n/).map((one) => one.trim()).find((one) => one.startsWith(start));
  if (!paragraph) return [];
  const text = paragraph.slice(start.length).trim();
  const numbered = text.split(/(?:^|\s)\d+\.\s+/).filter(Boolean);
  return numbered.length > 1 ? numbered.map((step) => step.trim()) : text.split(/(?<=\.)\s+/);
}

/**
 * The step of a plan that speaks of what is asked, by the words they share. One of those that a step begins with must be
 * among them: what only comes up in a step is not what it is about.
 */
export function stepFor(plan: string[], question: string): PlanStep | null {
  const asked = new Set(stems(question));
  let best: { at: number; score: number } | null = null;
  plan.forEach((step, at) => {
    const words = stems(step);
    const head = stems(step.split(/[.:]\s/)[0] ?? '').slice(0, HEAD);
    if (!head.some((stem) => asked.has(stem))) return;
    const score = words.reduce((sum, stem, i) => sum + (asked.has(stem) ? (i < HEAD ? 3 : 1) : 0), 0);
    if (score > (best?.score ?? 0)) best = { at, score };
  });
  const found = best as { at: number } | null;
  return found && { at: found.at + 1, of: plan.length, text: plan[found.at] ?? '' };
}

/** Words by their first letters, so that 'orders' meets 'order'; small words do not count. */
function stems(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter((word) => !SMALL.has(word)).map((word) => word.slice(0, 4));
}

const SMALL = new Set(['your', 'with', 'that', 'this', 'which', 'what', 'where', 'when', 'does', 'from', 'them', 'they', 'than', 'more', 'square', 'squares', 'dice']);
