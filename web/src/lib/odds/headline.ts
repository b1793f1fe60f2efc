import type { Report } from '../api/report';
import { percent } from './shades';

export type Headline = { chance: string; of: string };

/** A result that is rarer than this tells nothing by itself. */
const RARE = 0.05;

/**
 * The chance of the result that matters most: of at least one where results are counted ('2 casualties'), else of the
 * best, together with those below it as long as they are rare.
 */
export function headline(report: Report): Headline | null {
  const best = report.outcomes.at(-1);
  if (!best) return null;
  const some = report.outcomes.filter((line) => /^[1-9]/.test(line.outcome));
  const first = some[0];
  if (!first || !some.includes(best)) return bestOf(report.outcomes, best);
  const more = some.length > 1;
  const p = some.reduce((sum, line) => sum + line.p, 0);
  const sure = some.length === report.outcomes.filter((line) => line.p > 0).length;
  return { chance: sure ? '100 %' : percent(Math.min(p, 0.9999)), of: more ? `${first.outcome} or more` : first.outcome };
}

function bestOf(outcomes: Report['outcomes'], best: Report['outcomes'][number]): Headline {
  let [p, least] = [best.p, best];
  // The worst result is never part of what is hoped for.
  for (const line of outcomes.slice(1, -1).toReversed()) {
    if (p >= RARE) break;
    [p, least] = [p + line.p, line];
  }
  if (least === best) return { chance: percent(best.p, best.odds), of: best.outcome };
  return { chance: percent(Math.min(p, 0.9999)), of: `${least.outcome}, or better` };
}
