const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [[60, 'minute'], [24, 'hour'], [14, 'day']];
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const about = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** When something was, as one says it: minutes, hours and days back, and further back the date. */
export function when(time: number, now = Date.now()): string {
  let past = (now - time) / 60_000;
  if (past < 1) return 'just now';
  for (const [many, unit] of STEPS) {
    if (past < many) return about.format(-Math.floor(past), unit);
    past /= many;
  }
  return exact.format(time);
}

/** The same to the minute. */
export const exactly = (time: number) => exact.format(time);
