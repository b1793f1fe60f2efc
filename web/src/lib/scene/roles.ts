// How roles are drawn. A role that is not known gets a plain look and its name in the legend: no book needs new code.

export type GroundLook = { fill: string; pattern?: string; edge?: string; /** How thick its walls are, where it is seen from above without its roof. */ walls?: number };

const GROUND: Record<string, GroundLook> = {
  open: { fill: 'var(--ground)' },
  table: { fill: 'var(--ground)' },
  woods: { fill: 'var(--woods)', pattern: 'trees', edge: 'var(--woods-ink)' },
  buildings: { fill: 'var(--building)', pattern: 'roofs', edge: 'var(--building-ink)' },
  house: { fill: 'var(--building)', pattern: 'planks', edge: 'var(--map-ink)', walls: 3 },
  town: { fill: 'var(--building)', pattern: 'roofs', edge: 'var(--building-ink)' },
  village: { fill: 'var(--building)', pattern: 'roofs', edge: 'var(--building-ink)' },
  hill: { fill: 'var(--hill)', pattern: 'hachures', edge: 'var(--hill-ink)' },
  'rough-hill': { fill: 'var(--hill)', pattern: 'crags', edge: 'var(--hill-ink)' },
  ridge: { fill: 'var(--hill)', pattern: 'hachures', edge: 'var(--hill-ink)' },
  rough: { fill: 'var(--rough)', pattern: 'crags', edge: 'var(--hill-ink)' },
  crops: { fill: 'var(--crops)', pattern: 'furrows', edge: 'var(--crops-ink)' },
  marsh: { fill: 'var(--marsh)', pattern: 'reeds', edge: 'var(--water-ink)' },
  mud: { fill: 'var(--earth)', pattern: 'reeds' },
  wall: { fill: 'var(--earth-dark)', edge: 'var(--map-ink)' },
  water: { fill: 'var(--water)', pattern: 'ripples', edge: 'var(--water-ink)' },
  river: { fill: 'var(--water)', pattern: 'ripples', edge: 'var(--water-ink)' },
  bridge: { fill: 'var(--road)', pattern: 'planks', edge: 'var(--map-ink)' },
  craters: { fill: 'var(--earth)', pattern: 'craters' },
  bunker: { fill: 'var(--earth-dark)', edge: 'var(--map-ink)' },
};

/** How a piece of ground is drawn. */
export function groundLook(role: string): GroundLook {
  return GROUND[role] ?? { fill: 'var(--rough)', edge: 'var(--line-strong)' };
}

export type LineLook = { stroke: string; width: number; dash?: string; casing?: string; fill?: string; /** Does it point to where it ends? */ arrow?: boolean };

const LINES: Record<string, LineLook> = {
  road: { stroke: 'var(--road)', width: 7, casing: 'var(--road-ink)' },
  track: { stroke: 'var(--road-ink)', width: 2.5, dash: '7 5' },
  rail: { stroke: 'var(--map-ink)', width: 3, dash: '2 6' },
  stream: { stroke: 'var(--water-ink)', width: 4 },
  river: { stroke: 'var(--water-ink)', width: 8 },
  canal: { stroke: 'var(--water-ink)', width: 6 },
  hedge: { stroke: 'var(--woods-ink)', width: 5, dash: '1 4' },
  wall: { stroke: 'var(--map-ink)', width: 3 },
  fence: { stroke: 'var(--map-ink)', width: 1.6, dash: '6 2' },
  wire: { stroke: 'var(--map-ink)', width: 1.6, dash: '3 3' },
};

const OVERLAYS: Record<string, LineLook> = {
  barrage: { stroke: 'var(--red-pencil)', width: 2, fill: 'url(#p-shells)' },
  gas: { stroke: 'var(--gold)', width: 1.5, dash: '4 4', fill: 'url(#p-gas)' },
  smoke: { stroke: 'var(--ink-soft)', width: 1.2, dash: '2 4', fill: 'url(#p-smoke)' },
  suppression: { stroke: 'var(--red-pencil)', width: 3, dash: '12 5', fill: 'url(#p-shells)' },
  assault: { stroke: 'var(--red-pencil)', width: 4, dash: '9 6', arrow: true },
  path: { stroke: 'var(--blue-pencil)', width: 4 },
  plan: { stroke: 'var(--blue-pencil)', width: 3, dash: '8 6' },
  zone: { stroke: 'var(--blue-pencil)', width: 2, dash: '10 6' },
  control: { stroke: 'var(--red-pencil)', width: 0.6, fill: 'color-mix(in srgb, var(--red-pencil) 26%, transparent)' },
  objective: { stroke: 'var(--red-pencil)', width: 2 },
  template: { stroke: 'var(--red-pencil)', width: 2.4, fill: 'url(#p-shells)' },
  spread: { stroke: 'var(--red-pencil)', width: 1.2, dash: '2 5' },
  gap: { stroke: 'var(--ground)', width: 5 },
  ruin: { stroke: 'var(--map-ink)', width: 1.6, fill: 'url(#p-shells)' },
  sight: { stroke: 'var(--blue-pencil)', width: 2, dash: '3 3' },
  ghost: { stroke: 'var(--map-ink)', width: 1.6, dash: '4 3' },
};

/** How something that runs over the ground is drawn. */
export function lineLook(role: string): LineLook {
  return LINES[role] ?? OVERLAYS[role] ?? { stroke: 'var(--map-ink)', width: 2, dash: '6 4' };
}

/** Was it laid on the ground in play, so that it must be seen from afar too? */
export const isLaid = (role: string): boolean => role in OVERLAYS;

/** Is it an earthwork, drawn as a parapet? */
export function isEarthwork(role: string): boolean {
  return /trench|hasty|fort|defence|earthwork|redoubt/.test(role);
}

/** The ink of an army's trenches, as trench maps have them; plain ink for what nobody holds. */
export function trenchInk(army: string | undefined): string {
  if (army === undefined) return 'var(--map-ink)';
  return /german|red/.test(army) ? 'var(--trench-red)' : 'var(--trench-blue)';
}

const ARMIES: Record<string, string> = {
  british: '#c2ad74',
  french: '#a3c3e2',
  german: '#868f7c',
  soviet: '#c88d7c',
  russian: '#c88d7c',
  american: '#a9ab6e',
  red: '#d08b76',
  blue: '#93b0cf',
};

/** The colour of an army's counters. Ink on it has a contrast of more than 4.5 to 1. */
export function armyColour(army: string): string {
  const known = Object.keys(ARMIES).find((name) => army.includes(name));
  return (known && ARMIES[known]) ?? '#c9bfa6';
}

/** Bands of formations, muted so that the army's own colour leads; neighbours in number are far apart in hue and in brightness. */
const FORMATIONS = ['#7a2e2a', '#e0b23c', '#2f5d8a', '#c9744a', '#3f6b4a', '#d9cfe8', '#5b3f7a', '#8fb6a0', '#1f1a13', '#f2e9d2', '#9c5b7c', '#6fa3c7'];

/** The colour of a formation's band. */
export const formationColour = (formation: number): string => FORMATIONS[formation % FORMATIONS.length] ?? '#1f1a13';

/** The small drawings on tabs. */
export type Sign =
  | 'cross' | 'chevrons' | 'back' | 'burst' | 'cloud' | 'star' | 'blades' | 'flag' | 'wall' | 'shield' | 'swords' | 'closed';

/**
 * How a marker is drawn. States of a counter change the counter itself, so that they are told without colour: hatched,
 * torn at a corner, a pip turned on its point, a puff of smoke, tabs that lock into the enemy. Quality is a letter in
 * its corner. All else is a tab on the edge, with a drawing or, where the role is not known, a letter.
 */
export type MarkLook = {
  as: 'hatch' | 'cross-hatch' | 'torn' | 'turned' | 'puff' | 'locked' | 'quality' | 'tab';
  letter: string;
  colour: string;
  sign?: Sign;
};

const PALE = '#e4dcc8';
const MARKS: [RegExp, Partial<MarkLook>][] = [
  [/^held/, { sign: 'flag', colour: '#f3e3b0' }],
  [/^suppressed|pinned/, { as: 'hatch', letter: 'S', colour: '#f0c64a' }],
  [/^rout/, { as: 'cross-hatch', sign: 'back', colour: '#e88a5c' }],
  [/disrupt|broken/, { as: 'cross-hatch', letter: 'D', colour: '#e88a5c' }],
  [/damage/, { as: 'torn' }],
  [/moved/, { as: 'turned', sign: 'chevrons' }],
  [/fired|shot/, { as: 'puff' }],
  [/engaged/, { as: 'locked' }],
  [/elite|professional|veteran|regular|green|reservist/, { as: 'quality' }],
  [/casualt|hit|loss|lost/, { sign: 'cross', colour: '#f0c3b4' }],
  [/winning/, { sign: 'chevrons', colour: '#c3d8b6' }],
  [/retired|withdrawn/, { sign: 'back', colour: PALE }],
  [/suppression/, { sign: 'closed', colour: '#f0c3b4' }],
  [/barrage/, { sign: 'burst', colour: '#f0d3b0' }],
  [/gas/, { sign: 'cloud', colour: '#e3de9a' }],
  [/objective/, { sign: 'star', colour: '#f3e3b0' }],
  [/fighting/, { sign: 'blades', colour: '#c3d8b6' }],
  [/shaken/, { sign: 'burst', colour: '#f0c3b4' }],
  [/token/, { letter: 'T', colour: '#f3d98b' }],
  [/shells/, { letter: 'F', colour: PALE }],
  [/morale/, { sign: 'flag', colour: '#c3d8b6' }],
  [/hold/, { sign: 'wall', colour: '#c3d8b6' }],
  [/steady/, { sign: 'shield', colour: PALE }],
  [/assault|melee/, { sign: 'swords', colour: PALE }],
  [/^wire/, { letter: 'W' }],
];

/** How a marker is drawn. */
export function markLook(role: string, name: string): MarkLook {
  const known = MARKS.find(([pattern]) => pattern.test(role))?.[1] ?? {};
  return { as: 'tab', letter: (name || role).charAt(0).toUpperCase(), colour: PALE, ...known };
}
