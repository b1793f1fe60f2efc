import type { Analysis, Step } from '../api/kernel';

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

/** A chance as it is read: 63 %. */
export const perCent = (chance: number) => `${Math.round(chance * 100)} %`;

/** A change of a chance: +5 %, or −12 %. */
export function signed(change: number): string {
  const points = Math.round(change * 100);
  return `${points < 0 ? '−' : '+'}${Math.abs(points)} %`;
}
