import type { EntryView, Luck, Seat } from '../api/kernel';

export type Step = { seat: Seat; what: string; gain: number; luck: Luck; entry: number };
export type Ledger = { seat: Seat; rolls: number; sum: number; spread: number; score: number; steps: Step[] };

/** Each side's rolls against what could be expected of them. A gain is good for the one who rolled. */
export function ledgers(entries: EntryView[]): Ledger[] {
  const steps = standing(entries).flatMap((entry) =>
    entry.lines.flatMap((line) =>
      'roll' in line ? line.roll.luck.map((luck): Step => ({ seat: luck.who, what: luck.what, gain: gainOf(luck), luck, entry: entry.number })) : [],
    ),
  );
  const seats = [...new Set(steps.map((step) => step.seat))];
  return seats.map((seat) => {
    const own = steps.filter((step) => step.seat === seat);
    const sum = own.reduce((total, step) => total + step.gain, 0);
    const spread = Math.sqrt(own.reduce((total, step) => total + step.luck.spread ** 2, 0));
    return { seat, rolls: own.length, sum, spread, score: spread ? sum / spread : 0, steps: own };
  });
}

function gainOf(luck: Luck): number {
  const over = luck.reading - luck.mean;
  return luck.better === 'low' ? -over : over;
}

/** The entries that were not taken back. */
export function standing(entries: EntryView[]): EntryView[] {
  const kept: EntryView[] = [];
  for (const entry of entries) {
    if (entry.what === 'undo' && entry.back_to !== undefined) {
      const to = entry.back_to;
      while (kept.length && (kept.at(-1)?.number ?? 0) > to) kept.pop();
    } else {
      kept.push(entry);
    }
  }
  return kept;
}

/** How lucky a score is, in words. */
export function luckInWords(score: number): string {
  const size = Math.abs(score);
  if (size < 0.5) return 'as expected';
  const how = size < 1 ? 'a little' : size < 2 ? '' : 'very';
  return `${how} ${score > 0 ? 'lucky' : 'unlucky'}`.trim();
}
