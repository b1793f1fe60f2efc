/** A source of numbers from 0 to 1 that is the same for the same place, so that a place looks the same every time. */
export function chanceAt(x: number, y: number, what = 0): () => number {
  let state = (Math.imul(Math.round(x) | 0, 374761393) ^ Math.imul(Math.round(y) | 0, 668265263) ^ Math.imul(what + 1, 2246822519)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number from -1 to 1 that belongs to a place. */
export const noise = (x: number, y: number, what = 0) => chanceAt(x, y, what)() * 2 - 1;
