import { describe, expect, it } from 'vitest';
import { contrast, percent, shades } from './shades';

const numbers = (colour: string) => colour.match(/\d+/g)?.map(Number) as [number, number, number];

describe('odds', () => {
  it('writes on every shade with a contrast of at least 4.5', () => {
    for (let count = 1; count <= 12; count++) {
      for (const { fill, ink } of shades(count)) {
        expect(contrast(numbers(fill), numbers(ink))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('never shows a small chance as nothing, nor a great one as certain', () => {
    expect(percent(0, '0')).toBe('0 %');
    expect(percent(0.000001)).toBe('<0.1 %');
    expect(percent(0, '1/9999999')).toBe('<0.1 %');
    expect(percent(1, '1')).toBe('100 %');
    expect(percent(0.9999999)).toBe('>99.9 %');
    expect(percent(1, '9999999/10000000')).toBe('>99.9 %');
    expect(percent(5 / 36)).toBe('14 %');
    expect(percent(1 / 36)).toBe('2.8 %');
  });
});
