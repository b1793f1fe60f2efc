import type { Area, Feature } from '../../api/kernel';
import type { Spot } from '../geometry';
import { craters } from './craters';
import { fields } from './fields';
import type { Layer } from './layers';
import { exact, stretches, type Region } from './region';
import { relief } from './relief';
import { drawnAs, network, strayed } from './roads';
import { villages, type Street } from './village';
import { woods } from './woods';

export type Ground = { size: Spot; square: number | undefined; areas: Area[]; features: Feature[] };

const PLAIN = ['open', 'table'];
const WOODS = ['woods', 'wood', 'forest'];
const BUILT = ['buildings', 'town', 'village', 'building'];
const HILLS = ['hill', 'ridge'];
const ROUGH = ['rough-hill'];
const SHELLED = ['craters'];
/** What is drawn by this map; all else is drawn plainly, by its role. */
const DRAWN = [...PLAIN, ...WOODS, ...BUILT, ...HILLS, ...ROUGH, ...SHELLED];
/** What runs over the ground and has a pen of its own, from the bottom up. */
const RUNNING = ['stream', 'water', 'canal', 'river', 'road', 'bridge'];

/** Broad water that runs: a river or a canal, by whatever word. */
const WATERS = ['water', 'canal', 'river'];

/** The ground as a map, from the bottom up: the fields, the hills, shell holes, the streams, the woods, the roads, the villages. */
export function mapOf({ size, square, areas, features }: Ground, unit: number): Layer[] {
  const inset = square ? unit * 5 : 0;
  const of = (roles: string[]): Region[] => {
    const found = areas.filter((area) => roles.includes(area.role)).map((area) => area.shape);
    if (!square) return found.map(exact);
    return stretches(found.flatMap((shape): Spot[] => ('rect' in shape ? [[shape.rect[0], shape.rect[1]]] : [])), square, size);
  };
  const running = (role: string) => drawnAs(network(features.filter((feature) => feature.role === role), square), square);
  const [stream, river, road] = [running('stream'), WATERS.map(running).join(''), running('road')];
  const bridge = running('bridge');
  const streets = streetsOf(features, square);
  return [
    ...fields(size, unit),
    ...relief(of(HILLS), unit, inset, false),
    ...relief(of(ROUGH), unit, inset, true),
    ...craters(of(SHELLED), unit, inset),
    ...line(stream, 'var(--water)', 'var(--water-ink)', unit * 2.6, unit * 1),
    ...line(river, 'var(--water)', 'var(--water-ink)', unit * 8, unit * 1.2),
    ...woods(of(WOODS), unit, inset),
    ...line(bridge, 'var(--road)', 'var(--map-ink)', unit * 7, unit * 1.6),
    ...line(road, 'var(--road)', 'var(--road-ink)', unit * 4.6, unit * 1.1),
    ...villages(of(BUILT), streets, unit, inset),
    ...line(streetsIn(features, square, of(BUILT)), 'var(--road)', 'var(--road-ink)', unit * 4.6, unit * 1.1),
  ];
}

/** Is this drawn as a part of the map? */
export const isOnMap = (role: string) => DRAWN.includes(role);
export const isRunning = (role: string) => RUNNING.includes(role);

function line(d: string, fill: string, edge: string, width: number, rim: number): Layer[] {
  return d ? [{ d, stroke: edge, width: width + 2 * rim }, { d, stroke: fill, width }] : [];
}

/** The roads that come through a stretch of ground, as streets from its middle outwards. */
function streetsOf(features: Feature[], square: number | undefined): (region: Region) => Street[] {
  const roads = features.flatMap(({ role, shape }) => (role === 'road' && 'line' in shape ? [shape.line] : []));
  const at = (spot: Spot): Spot => (square ? strayed(spot, square) : spot);
  return (region) =>
    roads.flatMap((road) =>
      road.slice(1).flatMap((to, i): Street[] => {
        const from = road[i] ?? to;
        const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
        return region.depth(x, y) > 0 ? [[at(from), at(to)]] : [];
      }),
    );
}

/** The roads through villages are drawn once more, over the ground of the village. */
function streetsIn(features: Feature[], square: number | undefined, built: Region[]): string {
  const within = features.filter(({ role, shape }) => {
    if (role !== 'road' || !('line' in shape)) return false;
    const [from, to]: [Spot, Spot] = [shape.line[0] ?? [0, 0], shape.line.at(-1) ?? [0, 0]];
    return built.some((region) => region.depth((from[0] + to[0]) / 2, (from[1] + to[1]) / 2) > 0);
  });
  return drawnAs(network(within, square), square);
}
