// What the server says, as docs/api.md has it.
import type {
  Analysis, EntryView, Explained, GameResult, Offers, Pick, Position, Preview, Purchase, Rule, ScenarioCard, Scene, Seat,
} from './kernel';
import type { Field, Inputs, Report } from './report';

export type Book = {
  id: string;
  title: string;
  about: string;
  scale: string;
  dice: string;
  charts: number;
  procedures: number;
  playable: boolean;
  /** Does its machine give hints and say afterwards what luck did? */
  advises: boolean;
  /** Is the table covered between two at one screen, as it shows what is hidden from one of them? */
  hides: boolean;
  seats: Seat[];
  scenarios: ScenarioCard[];
  options: Field[];
  /** The one for most games first. */
  machines: { name: string; about: string }[];
  /** Those of them that people choose from, the easiest first. */
  levels: string[];
};

export type RulePage = { book: string; title: string; page: string; anchors: string[] };

export type Modifier = {
  key: string;
  add: number;
  text: string;
  rule: Rule;
  at_most: number | null;
  group: string | null;
};
export type Chart = {
  book: string;
  chart: string;
  title: string;
  section: string;
  corner: string;
  columns: string[];
  rows: { label: string; cells: string[] }[];
  modifiers: Modifier[];
  notes: string[];
  errata: string[];
};

export type Procedure = {
  book: string;
  procedure: string;
  title: string;
  rule: Rule;
  about: string;
  seat: Seat;
  inputs: Field[];
};
export type OddsAnswer = Report & { book: string; procedure: string; inputs: Inputs };
export type Rolled = {
  book: string;
  procedure: string;
  inputs: Inputs;
  dice: string;
  outcome: string;
  measures: { name: string; value: number }[];
  steps: Explained[];
};

/** What can be analysed: a game of this server, or a log from elsewhere. */
export type Analysed = `games/${string}` | `replays/${string}`;
export type AnalysisView = {
  state: 'none' | 'working' | 'done';
  /** How many orders are judged, and of how many. */
  judged: number;
  of: number;
  analysis: Analysis | null;
};

export type Status = 'waiting' | 'dice' | 'playing' | 'over';
export type Sitting = {
  seat: Seat;
  kind: 'person' | 'machine';
  machine: string | null;
  taken: boolean;
  mine: boolean;
  /** Since when somebody sits there, in milliseconds since 1970, where that was noted. */
  since: number | null;
  /** How many browsers sit there; told to those who sit there and to whoever made the game. */
  browsers?: number;
  /** May this browser put the others out who sit there? */
  yours_to_free: boolean;
};
/** `open`: nothing that is hidden from anybody shows on the table while it is decided. */
export type AskView = { id: number; seat: Seat; question: string; rule: Rule; mine: boolean; open?: boolean };
export type Undo = { offer: null | { by: Seat; agreed: Seat[] }; alone: Record<Seat, boolean> };
/** A line that a player of a game has said to the others. */
export type ChatLine = { number: number; seat: Seat; text: string; at: number };
/** How many lines were said, and who has turned talking off. */
export type Chat = { lines: number; quiet: Seat[] };
export type Summary = {
  id: string;
  name: string;
  book: string;
  scenario: string;
  /** The title, where it is not one that the book lists: of the players' own scenario, or of a battle made of options. */
  own?: string;
  status: Status;
  seats: Sitting[];
  /** Is it yours to decide? */
  yours: boolean;
  /** The seats that have to decide, as far as you know of it. */
  asked: Seat[];
  /** Where it stands, in a few words. */
  turn: string | null;
  created: number;
  updated: number;
  result: GameResult | null;
};
export type Game = Omit<Summary, 'updated' | 'yours' | 'asked' | 'turn'> & {
  options: Inputs;
  release: string;
  listed: boolean;
  /** May players ask the machine for hints, though they are people? */
  hints: boolean;
  /** May throws be taken back? */
  practice: boolean;
  /** Talk between its players; none where nobody else would read it. */
  chat: Chat | null;
  dice: {
    commitment: string;
    commitments: Record<Seat, string>;
    openings: Record<Seat, string>;
    /** The seats that give nothing. */
    left: Seat[];
    secret: string | null;
  };
  asks: AskView[];
  undo: Undo;
  /** Was it left off because nobody touched it? Then who sits there can go on with it. */
  left_off: boolean;
  rematch: string | null;
  links?: Record<Seat, string>;
  joined?: Seat;
};

export type TableView = {
  game: string;
  seat: Seat;
  entries: number;
  /** The digest of the ground. */
  ground: string;
  /** The version of the position, from which steps start. */
  version: string;
  position: Position;
  asks: AskView[];
  undo: Undo;
  result: GameResult | null;
  view: string;
};
export type PositionView = { ground: string; position: Position };
export type Entries = { game: string; seat: Seat; from: number; count: number; entries: EntryView[] };

export type Order = unknown;
export type PromptView = {
  question: string;
  rule: Rule;
  picked: string[];
  offers: Offers;
  order: Order | null;
  /** Is that order all that was meant by the picks? Then one without dice needs no more confirmation. */
  whole: boolean;
  preview: Preview | null;
  /** Before anything is picked: what the scenario advises whoever is asked this. */
  hint?: string;
};
export type OrdersReceipt = {
  entry: number;
  carried_out: number;
  entries: number;
  asks: AskView[];
  result: GameResult | null;
};

export type SeatRequest = { kind: 'me' | 'link' | 'machine'; machine?: string };
export type NewGame = {
  book: string;
  scenario: string;
  text?: string;
  options: Inputs;
  name?: string;
  listed?: boolean;
  hints?: boolean;
  practice?: boolean;
  seats: Record<Seat, SeatRequest>;
};

/** A scenario to be looked at before a game: one of the book's by name, or a text of one's own. */
export type DraftRequest = { scenario?: string; options?: Inputs; text?: string; armies?: Record<Seat, Purchase> };
export type Draft = {
  text: string;
  card: ScenarioCard;
  overview: { title: string; lines: [string, string][] };
  bills: [Seat, [string, number][]][];
  scene: Scene;
};

export type Replay = {
  replay: string;
  book: string;
  scenario: string;
  release: string;
  rules: string;
  parts: { release: string; from: number; to: number; trouble: string | null }[];
  entries: number;
  dice: {
    kind: string;
    proved: number | null;
    trouble: string | null;
    /** Of a game of a server: what its dice come from. */
    given: null | { game: string; commitment: string; openings: Record<Seat, string>; by_throws: boolean };
    /** How often something was taken back: in all, after dice that its seat had seen, after dice that only another saw. */
    undone: { times: number; seen: number; unseen: number };
  };
  /** In a practice game: what was taken back after dice had fallen. */
  practice: { throws: number; dice: number } | null;
  play: { verified: boolean; trouble: string | null };
  seats: Seat[];
  result: GameResult | null;
};

export type PromptRequest = { seat: Seat; ask: number; picks: Pick[] };
