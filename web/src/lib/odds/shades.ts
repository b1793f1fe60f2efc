// Colours from the worst outcome to the best, told apart by everybody: brown red over sand to blue.
const WORST: Colour = [138, 51, 36];
const MIDDLE: Colour = [222, 205, 162];
const BEST: Colour = [40, 90, 125];
const DARK: Colour = [12, 9, 4];
const PALE: Colour = [255, 255, 255];

type Colour = [number, number, number];
export type Shade = { fill: string; ink: string };

/** The shade of each of `count` outcomes, with ink that can be read on it. */
export function shades(count: number): Shade[] {
  return Array.from({ length: count }, (_, i) => shade(count === 1 ? 1 : i / (count - 1)));
}

function shade(share: number): Shade {
  const fill = share < 0.5 ? mixed(WORST, MIDDLE, share * 2) : mixed(MIDDLE, BEST, share * 2 - 1);
  const ink = contrast(fill, DARK) >= contrast(fill, PALE) ? DARK : PALE;
  return { fill: css(fill), ink: css(ink) };
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  return one.map((part, i) => Math.round(part + ((other[i] ?? 0) - part) * share)) as Colour;
}

/** The contrast of two colours as accessibility guidelines count it. */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [light(one), light(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function light(colour: Colour): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Colour;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function css(colour: Colour): string {
  return `rgb(${colour.join(' ')})`;
}

/** A chance as per cent; what is neither nothing nor all is never shown as such. */
export function percent(p: number, exact = ''): string {
  if (p < 0.0005) return p === 0 && (exact === '' || exact === '0') ? '0 %' : '<0.1 %';
  if (p > 0.9995) return p === 1 && (exact === '' || exact === '1') ? '100 %' : '>99.9 %';
  return p < 0.0995 || p > 0.9005 ? `${(p * 100).toFixed(1)} %` : `${Math.round(p * 100)} %`;
}
