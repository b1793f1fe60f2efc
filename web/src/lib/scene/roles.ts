// How roles are drawn. A role that is not known gets a plain look and its name in the legend: no book needs new code.

export type GroundLook = { fill: string; pattern?: string; edge?: string };

const GROUND: Record<string, GroundLook> = {
  open: { fill: 'var(--ground)' },
  table: { fill: 'var(--ground)' },
  woods: { fill: 'var(--woods)', pattern: 'trees', edge: 'var(--woods-ink)' },
  buildings: { fill: 'var(--building)', pattern: 'roofs', edge: 'var(--building-ink)' },
  town: { fill: 'var(--building)', pattern: 'roofs', edge: 'var(--building-ink)' },
  village: { fill: 'var(--building)', pattern: 'roofs', edge: 'var(--building-ink)' },
  hill: { fill: 'var(--hill)', pattern: 'hachures', edge: 'var(--hill-ink)' },
  'rough-hill': { fill: 'var(--hill)', pattern: 'crags', edge: 'var(--hill-ink)' },
  ridge: { fill: 'var(--hill)', pattern: 'hachures', edge: 'var(--hill-ink)' },
  rough: { fill: 'var(--rough)', pattern: 'crags', edge: 'var(--hill-ink)' },
  marsh: { fill: 'var(--marsh)', pattern: 'reeds', edge: 'var(--water-ink)' },
  mud: { fill: 'var(--earth)', pattern: 'reeds' },
  wall: { fill: 'var(--earth-dark)', edge: 'var(--map-ink)' },
  water: { fill: 'var(--water)', pattern: 'ripples', edge: 'var(--water-ink)' },
  river: { fill: 'var(--water)', pattern: 'ripples', edge: 'var(--water-ink)' },
  craters: { fill: 'var(--earth)', pattern: 'craters' },
};

/** How a piece of ground is drawn. */
export function groundLook(role: string): GroundLook {
  return GROUND[role] ?? { fill: 'var(--rough)', edge: 'var(--line-strong)' };
}

export type LineLook = { stroke: string; width: number; dash?: string; casing?: string; fill?: string; ticks?: boolean };

const LINES: Record<string, LineLook> = {
  road: { stroke: 'var(--road)', width: 7, casing: 'var(--road-ink)' },
  track: { stroke: 'var(--road-ink)', width: 2.5, dash: '7 5' },
  rail: { stroke: 'var(--map-ink)', width: 3, dash: '2 6' },
  stream: { stroke: 'var(--water-ink)', width: 4 },
  river: { stroke: 'var(--water-ink)', width: 8 },
  canal: { stroke: 'var(--water-ink)', width: 6 },
  hedge: { stroke: 'var(--woods-ink)', width: 5, dash: '1 4' },
  wall: { stroke: 'var(--map-ink)', width: 3 },
  wire: { stroke: 'var(--map-ink)', width: 1.6, dash: '3 3' },
};

const OVERLAYS: Record<string, LineLook> = {
  barrage: { stroke: 'var(--red-pencil)', width: 2, fill: 'url(#p-shells)' },
  gas: { stroke: 'var(--gold)', width: 1.5, dash: '4 4', fill: 'url(#p-gas)' },
  smoke: { stroke: 'var(--ink-soft)', width: 1.2, dash: '2 4', fill: 'url(#p-smoke)' },
  suppression: { stroke: 'var(--red-pencil)', width: 3, dash: '12 5', fill: 'url(#p-shells)' },
  path: { stroke: 'var(--blue-pencil)', width: 4 },
  plan: { stroke: 'var(--blue-pencil)', width: 3, dash: '8 6' },
  zone: { stroke: 'var(--blue-pencil)', width: 2, dash: '10 6' },
  objective: { stroke: 'var(--red-pencil)', width: 2 },
};

/** How something that runs over the ground is drawn. */
export function lineLook(role: string): LineLook {
  return LINES[role] ?? OVERLAYS[role] ?? { stroke: 'var(--map-ink)', width: 2, dash: '6 4' };
}

/** Is it an earthwork, drawn as a parapet? */
export function isEarthwork(role: string): boolean {
  return /trench|hasty|fort|defence|earthwork|redoubt/.test(role);
}

const ARMIES: Record<string, string> = {
  british: '#c2ad74',
  french: '#9fb8cc',
  german: '#a3ada0',
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

export type MarkLook = { letter: string; colour: string; hatch?: 'one' | 'cross' };

const MARKS: [RegExp, MarkLook][] = [
  [/suppress|pinned/, { letter: 'S', colour: '#f0c64a', hatch: 'one' }],
  [/disrupt|rout|broken/, { letter: 'D', colour: '#e88a5c', hatch: 'cross' }],
  [/hit|loss|lost|damage/, { letter: '✕', colour: '#e9a08c' }],
  [/barrage/, { letter: 'B', colour: '#e6b08f' }],
  [/gas/, { letter: 'G', colour: '#d9d27a' }],
  [/objective/, { letter: '★', colour: '#f3e3b0' }],
  [/moved/, { letter: 'M', colour: '#d8d2c2' }],
  [/fired|shot/, { letter: 'F', colour: '#d8d2c2' }],
  [/engaged|assault/, { letter: '⚔', colour: '#e6b08f' }],
  [/bonus|order|command/, { letter: '+', colour: '#b9d2b0' }],
];

/** How a marker is drawn: a letter that tells it without its colour. */
export function markLook(role: string, name: string): MarkLook {
  const known = MARKS.find(([pattern]) => pattern.test(role));
  return known?.[1] ?? { letter: (name || role).charAt(0).toUpperCase(), colour: '#ddd3bd' };
}
