const MOST = 15;
const LOOSE = /( (and|of|the|de|du|la|von))+$/;

/** A name as it fits on a counter: what stands before the first comma, cut between words. */
export function shortName(name: string): string {
  const before = name.split(',')[0]?.trim() ?? name;
  if (before.length <= MOST) return before;
  let kept = '';
  for (const word of before.split(' ')) {
    if (`${kept} ${word}`.trim().length > MOST) break;
    kept = `${kept} ${word}`.trim();
  }
  return kept.replace(LOOSE, '') || `${before.slice(0, MOST - 1)}.`;
}
