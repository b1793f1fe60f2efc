import type { Report } from '../api/report';
import { percent } from './shades';

export type Headline = { chance: string; of: string };

/** A result that is rarer than this, whatever is chosen, tells nothing by itself. */
const RARE = 0.05;

/** The chance of the result that matters most. */
export function headline(report: Report): Headline | null {
  return headlines([report])[0] ?? null;
}

/**
 * The chances of several things that one chooses from, all of the same result, so that they can be compared: of what one hopes for at
 * least, where that is known; of at least one where results are counted ('2 casualties'); else of the best, together with those below
 * it as long as they are rare for all.
 */
export function headlines(reports: Report[]): (Headline | null)[] {
  // Where something is hoped for, the first of the better results may begin with a number too: '1 step lost and disrupted'.
  const isHoped = reports.some(({ outcomes }) => outcomes.some(({ hoped }) => hoped));
  const counted = (report: Report) => (isHoped ? [] : countedOf(report));
  const named = reports.filter((report) => report.outcomes.length > 0 && !counted(report).length);
  const order = inOneOrder(named.map((report) => report.outcomes.map(({ outcome }) => outcome)));
  const chanceFrom = (report: Report, place: number) => sum(report.outcomes.filter(({ outcome }) => order.indexOf(outcome) >= place));
  const hopes = named.flatMap((report) => report.outcomes.filter(({ hoped }) => hoped).map(({ outcome }) => order.indexOf(outcome)));
  // The worst result is never part of what is hoped for.
  let place = hopes.length ? Math.min(...hopes) : order.length - 1;
  while (!hopes.length && place > 1 && named.every((report) => chanceFrom(report, place) < RARE)) place--;
  return reports.map((report) => {
    const some = counted(report);
    if (some.length) return ofCounted(report, some);
    if (!report.outcomes.length) return null;
    const hoped = report.outcomes.filter(({ outcome }) => order.indexOf(outcome) >= place);
    const [only] = hoped;
    const least = order[place] ?? '';
    const more = place < order.length - 1 ? ', or better' : '';
    if (!more && only) return { chance: percent(only.p, only.odds), of: least };
    const sure = hoped.length > 0 && hoped.length === report.outcomes.filter(({ p }) => p > 0).length;
    return { chance: sure ? '100 %' : percent(Math.min(sum(hoped), 0.9999)), of: `${least}${more}` };
  });
}

/** The results of which there is one or more, where the best is such a one. */
function countedOf(report: Report): Report['outcomes'] {
  const some = report.outcomes.filter((line) => /^[1-9]/.test(line.outcome));
  const best = report.outcomes.at(-1);
  return best && some.includes(best) ? some : [];
}

function ofCounted(report: Report, some: Report['outcomes']): Headline {
  const first = some[0]?.outcome ?? '';
  const sure = some.length === report.outcomes.filter((line) => line.p > 0).length;
  return { chance: sure ? '100 %' : percent(Math.min(sum(some), 0.9999)), of: some.length > 1 ? `${first} or more` : first };
}

const sum = (lines: Report['outcomes']) => lines.reduce((all, line) => all + line.p, 0);

/** Lists that leave out this or that of one order, each from the worst to the best, joined to that order. */
function inOneOrder(lists: string[][]): string[] {
  const order: string[] = [];
  for (const list of lists) {
    let after = -1;
    for (const name of list) {
      const known = order.indexOf(name);
      if (known < 0) order.splice(++after, 0, name);
      else after = known;
    }
  }
  return order;
}
