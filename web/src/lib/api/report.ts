// What the program serialises by hand. `samples.ts` holds values of the program against these.
import type { Explained, Policy } from './kernel';

export type Chance = { value: number; odds: string; p: number };
export type Measure = { name: string; mean: number; chances: Chance[]; at_least: Chance[] };
/** One outcome; `rank` is its place from the worst to the best among all that are shown together, `hoped` the least one hopes for or better. */
export type OutcomeLine = { outcome: string; rank: number; hoped?: true; odds: string; p: number; plus_or_minus?: number };

/** The odds of a procedure, from the worst outcome for the one who acts to the best. */
export type Report = {
  kind: 'exact' | 'bounded' | 'sampled';
  left?: string;
  throws?: number;
  seed?: number;
  policies: Policy[];
  outcomes: OutcomeLine[];
  measures: Measure[];
  beside?: { label: string; odds: Report }[];
  /** The procedure that gave them and what it was given, where they can be looked at on the charts desk. */
  desk?: OnDesk;
  /** Why there is only one outcome, step by step. */
  why?: Explained[];
};

/** A procedure of the charts desk and what it was given. */
export type OnDesk = { procedure: string; inputs: Inputs };

type About = { name: string; help: string; rule: string | null };
export type FlagField = About & { kind: 'flag'; default: boolean };
export type NumberField = About & { kind: 'number'; default: number; min: number; max: number };
export type ChoiceField = About & { kind: 'choice'; default: string; choices: { name: string; help: string }[] };
export type ListField = About & { kind: 'list'; default: Inputs[]; min: number; max: number; items: Field[] };

/** One input of a procedure. */
export type Field = FlagField | NumberField | ChoiceField | ListField;

export type InputValue = boolean | number | string | Inputs[];
export type Inputs = { [name: string]: InputValue };
