import { expect, it } from 'vitest';
import { tabSpots } from './basemarks';
import type { Spot } from './geometry';

const base = (facing: number) => ({ base: 'rectangle' as const, at: [1000, 1000] as Spot, size: [600, 100] as Spot, facing });
/** How far a spot is from the middle line of the base, and how far along it. */
function inBase([x, y]: Spot, facing: number): [number, number] {
  const turn = (facing * Math.PI) / 180;
  const [dx, dy] = [x - 1000, y - 1000];
  return [dx * Math.cos(turn) + dy * Math.sin(turn), -dx * Math.sin(turn) + dy * Math.cos(turn)];
}

it('the tabs of a base lie on its edge, however it is turned', () => {
  for (const facing of [0, 20, 45, 90, 135, 180, 250, 300, 340]) {
    for (const spot of tabSpots(base(facing), [18, 29], 2)) {
      const [along, off] = inBase(spot, facing);
      expect(Math.abs(Math.abs(off) - 50)).toBeLessThan(1e-6);
      expect(Math.abs(along)).toBeLessThan(300);
    }
  }
});

it('they stand on the upper edge, the last of them at its right end, and not upon one another', () => {
  for (const facing of [0, 30, 60, 120, 200, 300]) {
    const spots = tabSpots(base(facing), [18, 18, 18], 2);
    expect(inBase(spots[0] as Spot, facing)[1] < 0).toBe(Math.cos((facing * Math.PI) / 180) > 0);
    expect((spots[2] as Spot)[0]).toBeGreaterThan((spots[0] as Spot)[0]);
    const [[x0, y0], [x1, y1]] = [spots[0] as Spot, spots[1] as Spot];
    expect(Math.abs(x0 - x1) >= 36 || Math.abs(y0 - y1) >= 34).toBe(true);
  }
});

it('those of men who stand each by himself lie over them, and not over the corners of their rectangle', () => {
  // Turned about, the third man stands 300 above the other two.
  const men = { figures: { men: [[-400, 0], [400, 0], [0, 300]] as Spot[], leaders: [] } };
  const [spot] = tabSpots({ base: men, at: [1000, 1000], size: [900, 700], facing: 180 }, [18], 2);
  expect(spot?.map(Math.round)).toEqual([1450 - 18, 650]);
  const [level] = tabSpots({ base: men, at: [1000, 1000], size: [900, 700], facing: 0 }, [18], 2);
  expect(level?.map(Math.round)).toEqual([1450 - 18, 950]);
});
