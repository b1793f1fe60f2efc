import type { EntryView, Explained } from '../api/kernel';

/** Rolls that were read on one chart, one after the other: the chart is shown once, with a mark for each. */
export type Roll = { steps: Explained[]; main: boolean };

/** The rolls of an entry; the one that matters most is the one that most went into. */
export function rollsOf(entry: EntryView): Roll[] {
  const thrown = entry.lines.flatMap((line) => ('roll' in line && line.roll.because.throws.length ? [line.roll.because] : []));
  const rolls = together(thrown);
  const most = Math.max(0, ...rolls.map(weight));
  const main = rolls.find((roll) => weight(roll) === most);
  return rolls.map((roll) => (roll === main ? { ...roll, main: true } : roll));
}

/** Steps that follow one another and are read on one chart, together. */
export function together(steps: Explained[]): Roll[] {
  const rolls: Roll[] = [];
  for (const step of steps) {
    const last = rolls.at(-1);
    const before = last?.steps[0];
    if (last && before && before.title === step.title && before.cell?.chart === step.cell?.chart) last.steps.push(step);
    else rolls.push({ steps: [step], main: false });
  }
  return rolls;
}

/** How much went into a roll: dice, and what was added up for them. */
function weight({ steps }: Roll): number {
  const each = ({ throws, tallies }: Explained) =>
    throws.reduce((sum, thrown) => sum + thrown.faces.length, 0) + 2 * tallies.reduce((sum, tally) => sum + tally.lines.length, 0);
  return Math.max(...steps.map(each));
}
