import type { Region } from '../api/kernel';
import type { Spot } from './geometry';

export type Band = { share: number; d: string };
const BANDS = 6;

/** The points of a region in bands of like cost, each one path: thousands of points are drawn as six things. */
export function bandsOf(region: Region): Band[] {
  const most = Math.max(1, ...region.points.map((point) => point[2]));
  const paths: string[] = Array.from({ length: BANDS }, () => '');
  const { step } = region;
  for (const [x, y, cost] of region.points) {
    const band = Math.min(BANDS - 1, Math.floor((cost / most) * BANDS));
    paths[band] += `M${x - step / 2} ${y - step / 2}h${step}v${step}h${-step}z`;
  }
  return paths.map((d, band) => ({ share: band / (BANDS - 1), d })).filter((band) => band.d);
}

/**
 * The point of a region that one comes to by a step in a direction: the nearest to where the step would lead, as long as that
 * is onward. None at the edge.
 */
export function steppedTo(region: Region, from: Spot, [dx, dy]: Spot, by: number): Spot | null {
  const [x, y] = [from[0] + dx * by, from[1] + dy * by];
  let best: Spot | null = null;
  let least = Infinity;
  for (const [px, py] of region.points) {
    const along = (px - from[0]) * dx + (py - from[1]) * dy;
    const aside = Math.abs((px - from[0]) * dy) + Math.abs((py - from[1]) * dx);
    if (along <= 0.5 || aside > 2.5 * along + region.step) continue;
    const far = (px - x) ** 2 + (py - y) ** 2;
    if (far < least) [least, best] = [far, [px, py]];
  }
  return best;
}

/** The point of a region that is nearest to a spot; none where the spot is well outside of it. */
export function nearestPoint(region: Region, [x, y]: Spot): Spot | null {
  let best: Spot | null = null;
  let least = (1.5 * region.step) ** 2;
  for (const [px, py] of region.points) {
    const far = (px - x) ** 2 + (py - y) ** 2;
    if (far <= least) [least, best] = [far, [px, py]];
  }
  return best;
}
