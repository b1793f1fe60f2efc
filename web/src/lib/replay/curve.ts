import type { Analysis, EntryView, Step } from '../api/kernel';

/** A point of the curve: the chance of the first seat after an entry. */
export type Point = { entry: number; chance: number };

/** What an entry did in all: its orders together. */
export type Turn = {
  entry: number;
  seat: string;
  before: number;
  after: number;
  decision: number;
  dice: number;
  better: string[];
};

/** The curve of a game: one point an entry, the last of its orders. */
export function curve(analysis: Analysis): Point[] {
  const points: Point[] = [{ entry: 0, chance: analysis.start }];
  for (const { entry, chance } of analysis.steps) {
    const last = points.at(-1);
    if (last && last.entry === entry) last.chance = chance;
    else points.push({ entry, chance });
  }
  return points;
}

/**
 * How a game came from its first chance to its last: what the dice did to the chance of the first seat, and the decisions of each.
 * All in whole hundredths, each part rounded so that they still add up.
 */
export function sumOf({ seats, start, steps }: Analysis): { start: number; dice: number; decisions: [string, number][]; end: number } {
  const sum = (all: Step[], of: (step: Step) => number) => all.reduce((so, step) => so + of(step), 0);
  let [exact, told] = [start, Math.round(start * 100)];
  const part = (change: number) => {
    exact += change;
    const before = told;
    told = Math.round(exact * 100);
    return (told - before) / 100;
  };
  const dice = part(sum(steps, (step) => step.dice ?? 0));
  const decisions = seats.map((seat): [string, number] => [seat, part(sum(steps.filter((step) => step.seat === seat), (step) => step.decision))]);
  return { start: Math.round(start * 100) / 100, dice, decisions, end: told / 100 };
}

/** The entries that turned the game. */
export function turningPoints(analysis: Analysis): Turn[] {
  return analysis.turning_points.map((entry) => turnOf(analysis.steps.filter((step) => step.entry === entry)));
}

function turnOf(steps: Step[]): Turn {
  const sum = (of: (step: Step) => number) => steps.reduce((all, step) => all + of(step), 0);
  const last = steps.at(-1) as Step;
  const [decision, dice] = [sum((step) => step.decision), sum((step) => step.dice ?? 0)];
  return {
    entry: last.entry,
    seat: last.seat,
    before: last.chance - decision - dice,
    after: last.chance,
    decision,
    dice,
    better: steps.flatMap((step) => (step.better ? [step.better] : [])),
  };
}

/** What happened in an entry, in short: what was ordered, and what was told when the first dice had fallen. */
export function gist(entry: EntryView | undefined): string {
  const lines = entry?.lines ?? [];
  const told = (from: number) => lines.slice(from).find((line) => 'said' in line)?.said.text;
  const thrown = lines.findIndex((line) => 'roll' in line);
  return [...new Set([told(0), thrown < 0 ? undefined : told(thrown)])].filter(Boolean).join(' ');
}

/** A chance as it is read: 63 %. */
export const perCent = (chance: number) => `${Math.round(chance * 100)} %`;

/** A change of a chance: +5 %, or −12 %. */
export function signed(change: number): string {
  const points = Math.round(change * 100);
  return `${points < 0 ? '−' : '+'}${Math.abs(points)} %`;
}
