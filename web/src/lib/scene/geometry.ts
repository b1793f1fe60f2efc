import type { Counter, Scene, Shape } from '../api/kernel';

export type Spot = [number, number];

/** The outline of a shape as the path of an SVG. */
export function outline(shape: Shape): string {
  if ('rect' in shape) {
    const [x, y, w, h] = shape.rect;
    return `M${x} ${y}h${w}v${h}h${-w}z`;
  }
  if ('circle' in shape) {
    const [[x, y], r] = shape.circle;
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  if ('polygon' in shape) return `M${shape.polygon.map((spot) => spot.join(' ')).join('L')}z`;
  return `M${shape.line.map((spot) => spot.join(' ')).join('L')}`;
}

/** The edge around shapes that lie side by side: what two of them share is within. */
export function rim(shapes: Shape[]): string {
  const edges = new Map<string, string>();
  for (const shape of shapes) {
    const corners = cornersOf(shape);
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length] ?? from;
      const edge = [from, to].map((spot) => spot.join(' '));
      const key = edge.toSorted().join();
      if (!edges.delete(key)) edges.set(key, `M${edge.join('L')}`);
    });
  }
  return [...edges.values()].join('');
}

function cornersOf(shape: Shape): Spot[] {
  if ('polygon' in shape) return shape.polygon;
  if (!('rect' in shape)) return [];
  const [left, top, right, bottom] = bounds(shape);
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

/** The outline of ground on a board: within its square, with round corners, as a patch of felt would lie there. */
export function patch(shape: Shape, unit: number): string {
  if (!('rect' in shape)) return outline(shape);
  const [left, top, w, h] = shape.rect;
  const [inset, r] = [2.5 * unit, 15 * unit];
  const [x, y, wide, high] = [left + inset, top + inset, w - 2 * inset - 2 * r, h - 2 * inset - 2 * r];
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
  return `M${x + r} ${y}h${wide}${corner(1, 1)}v${high}${corner(-1, 1)}h${-wide}${corner(-1, -1)}v${-high}${corner(1, -1)}z`;
}

/** Left, top, right and bottom of a shape. */
export function bounds(shape: Shape): [number, number, number, number] {
  if ('rect' in shape) {
    const [x, y, w, h] = shape.rect;
    return [x, y, x + w, y + h];
  }
  if ('circle' in shape) {
    const [[x, y], r] = shape.circle;
    return [x - r, y - r, x + r, y + r];
  }
  const spots = 'polygon' in shape ? shape.polygon : shape.line;
  const xs = spots.map((spot) => spot[0]);
  const ys = spots.map((spot) => spot[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The middle of a shape. */
export function middle(shape: Shape): Spot {
  const [left, top, right, bottom] = bounds(shape);
  return [(left + right) / 2, (top + bottom) / 2];
}

/** The length that type on the table is measured in: smaller on a small table, where an inch is wide on the screen. */
export function typeOf(scene: Pick<Scene, 'size' | 'square'>): number {
  return Math.min(unitOf(scene), scene.size[0] / 600);
}

/** The length that textures and type are measured in: a hundredth of a square, or a twelfth of an inch. */
export function unitOf(scene: Pick<Scene, 'square'>): number {
  return scene.square ? scene.square / 100 : 8;
}

/** The nearest of some spots in a direction; `null` where there is none. */
export function nearestTowards<T>(from: Spot, to: 'left' | 'right' | 'up' | 'down', all: [Spot, T][]): T | null {
  const ahead = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[to] as Spot;
  let best: [number, T] | null = null;
  for (const [[x, y], what] of all) {
    const [dx, dy] = [x - from[0], y - from[1]];
    const along = dx * ahead[0] + dy * ahead[1];
    const aside = Math.abs(dx * ahead[1]) + Math.abs(dy * ahead[0]);
    if (along <= 0.5) continue;
    const far = along + 2.5 * aside;
    if (!best || far < best[0]) best = [far, what];
  }
  return best?.[1] ?? null;
}

/** The arc of fire of a piece, from its middle around its facing. */
export function wedge({ at: [x, y], arc, facing = 0 }: Pick<Counter, 'at' | 'arc' | 'facing'>): string {
  if (!arc) return '';
  const { range, each_side: side } = arc;
  if (side >= 180) return outline({ circle: [[x, y], range] });
  const end = (degrees: number): Spot => {
    const turn = (degrees * Math.PI) / 180;
    return [Math.round(x + range * Math.sin(turn)), Math.round(y - range * Math.cos(turn))];
  };
  return `M${x} ${y}L${end(facing - side).join(' ')}A${range} ${range} 0 ${side > 90 ? 1 : 0} 1 ${end(facing + side).join(' ')}z`;
}
