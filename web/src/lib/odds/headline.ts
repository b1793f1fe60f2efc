import type { Report } from '../api/report';
import { percent } from './shades';

export type Headline = { chance: string; of: string };

/**
 * The chance of the result that matters most: of at least one where results are counted ('2 casualties'), else of the
 * best.
 */
export function headline(report: Report): Headline | null {
  const best = report.outcomes.at(-1);
  if (!best) return null;
  const some = report.outcomes.filter((line) => /^[1-9]/.test(line.outcome));
  const first = some[0];
  if (!first || !some.includes(best)) return { chance: percent(best.p, best.odds), of: best.outcome };
  const more = some.length > 1;
  const p = some.reduce((sum, line) => sum + line.p, 0);
  const sure = some.length === report.outcomes.filter((line) => line.p > 0).length;
  return { chance: sure ? '100 %' : percent(Math.min(p, 0.9999)), of: more ? `${first.outcome} or more` : first.outcome };
}
