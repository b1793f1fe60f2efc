import type { PriceList } from '../api/kernel';

/**
 * What is on the list of all that was counted, so that a change of lists loses nothing and takes nothing along. Of goods
 * that an army has exactly one of, the first where none was chosen.
 */
export function fitting(list: PriceList, counts: Record<string, number>): Record<string, number> {
  const chosen = list.goods.flatMap((goods) => {
    const items = goods.rows.flatMap((row) => row.items);
    const found = items.map((item) => [item.name, counts[item.name] ?? 0] as const).filter(([, count]) => count > 0);
    return goods.one && !found.length && items[0] ? [[items[0].name, 1] as const] : found;
  });
  return Object.fromEntries(chosen);
}

/** Has anything been bought of which an army may have several? */
export function hasAny(list: PriceList, counts: Record<string, number>): boolean {
  return list.goods.some((goods) => !goods.one && goods.rows.some((row) => row.items.some((item) => (counts[item.name] ?? 0) > 0)));
}

/** The points that it comes to, by the prices of the list. */
export function sum(list: PriceList, counts: Record<string, number>): number {
  const bought = fitting(list, counts);
  const items = list.goods.flatMap((goods) => goods.rows).flatMap((row) => row.items);
  return items.reduce((all, item) => all + item.points * (bought[item.name] ?? 0), 0);
}
