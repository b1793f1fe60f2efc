/** One stroke of the pen over the whole map: all that is drawn in one ink is one path. */
export type Layer = {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  dash?: string;
};

/** Layers without those on which nothing is drawn. */
export const drawn = (layers: Layer[]) => layers.filter(({ d }) => d);
