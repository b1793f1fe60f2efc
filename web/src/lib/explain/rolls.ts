import type { Cell, EntryView, Explained } from '../api/kernel';

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
    if (last && before && before.title === step.title && cellsOf(before)[0]?.chart === cellsOf(step)[0]?.chart) last.steps.push(step);
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

/** The cells that were read for a step: the one that its dice led to, or else those that numbers were taken from, each as often as it counted. */
function cellsOf({ cell, tallies }: Explained): Cell[] {
  if (cell) return [cell];
  return tallies.flatMap((tally) => tally.lines.flatMap(({ cell, times }) => (cell ? new Array<Cell>(times).fill(cell) : [])));
}

/** The charts that some steps were read on, each with the cells that were met. */
export function readOn(steps: Explained[]): { chart: string; cells: Cell[] }[] {
  const all = steps.flatMap(cellsOf);
  return [...new Set(all.map(({ chart }) => chart))].map((chart) => ({ chart, cells: all.filter((cell) => cell.chart === chart) }));
}
