import { describe, expect, it } from 'vitest';
import { bandsOf, nearestPoint } from './reach';

const region = { from: [0, 0] as [number, number], step: 50, points: [[0, 0, 0], [50, 0, 300], [100, 0, 600]] as [number, number, number][] };

describe('a region', () => {
  it('is drawn in bands from near to far', () => {
    const bands = bandsOf(region);
    expect(bands.map((band) => band.share)).toEqual([0, 0.6, 1]);
    expect(bands[0]?.d).toBe('M-25 -25h50v50h-50z');
  });

  it('takes the nearest point, and none far outside', () => {
    expect(nearestPoint(region, [62, 20])).toEqual([50, 0]);
    expect(nearestPoint(region, [300, 0])).toBeNull();
  });
});
