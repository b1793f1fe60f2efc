import { describe, expect, it } from 'vitest';
import type { Shape } from '../api/kernel';
import { bounds, middle, nearestTowards, outline, rim, wedge } from './geometry';

describe('shapes', () => {
  it('draws every kind of shape as a path', () => {
    expect(outline({ rect: [1, 2, 3, 4] })).toBe('M1 2h3v4h-3z');
    expect(outline({ circle: [[10, 10], 4] })).toBe('M6 10a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z');
    expect(outline({ polygon: [[0, 0], [2, 0], [2, 2]] })).toBe('M0 0L2 0L2 2z');
    expect(outline({ line: [[0, 0], [5, 5]] })).toBe('M0 0L5 5');
  });

  it('draws the edge around squares that lie side by side, and none between them', () => {
    const [left, right, far]: Shape[] = [{ rect: [0, 0, 10, 10] }, { rect: [10, 0, 10, 10] }, { rect: [30, 0, 10, 10] }];
    const edges = rim([left, right] as Shape[]).split('M').filter(Boolean);
    expect(edges).toHaveLength(6);
    expect(edges.some((edge) => edge.split('L').every((spot) => spot.startsWith('10 ')))).toBe(false);
    expect(rim([left, right, far] as Shape[]).split('M').filter(Boolean)).toHaveLength(10);
    expect(rim([])).toBe('');
  });

  it('knows the bounds and the middle of a shape', () => {
    expect(bounds({ line: [[4, 1], [0, 9]] })).toEqual([0, 1, 4, 9]);
    expect(middle({ rect: [100, 200, 100, 100] })).toEqual([150, 250]);
  });

  it('finds what is nearest in a direction, and nothing behind it', () => {
    const all: [[number, number], string][] = [[[10, 0], 'right'], [[30, 0], 'far right'], [[0, -10], 'above']];
    expect(nearestTowards([0, 0], 'right', all)).toBe('right');
    expect(nearestTowards([0, 0], 'up', all)).toBe('above');
    expect(nearestTowards([0, 0], 'left', all)).toBeNull();
  });
});

describe('arcs', () => {
  it('opens to both sides of the facing, and is a circle all round', () => {
    expect(wedge({ at: [100, 100], facing: 90, arc: { each_side: 45, range: 100 } })).toBe('M100 100L171 29A100 100 0 0 1 171 171z');
    expect(wedge({ at: [0, 0], facing: 0, arc: { each_side: 180, range: 5 } })).toBe(outline({ circle: [[0, 0], 5] }));
    expect(wedge({ at: [0, 0] })).toBe('');
  });
});
