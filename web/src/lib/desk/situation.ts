import type { Field, Inputs, InputValue } from '../api/report';

/** The situation that a form starts with. */
export function defaults(fields: Field[]): Inputs {
  return Object.fromEntries(fields.map((field) => [field.name, structuredClone(field.default)]));
}

/** What differs from the default, as the query of a link that reproduces the situation. */
export function toQuery(fields: Field[], inputs: Inputs): string {
  const query = new URLSearchParams();
  for (const field of fields) {
    const value = inputs[field.name];
    if (value === undefined || same(value, field.default)) continue;
    query.set(field.name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return query.toString();
}

/** A whole situation as the query of a link. */
export function asQuery(inputs: Inputs): string {
  const text = (value: InputValue) => (typeof value === 'string' ? value : JSON.stringify(value));
  return new URLSearchParams(Object.entries(inputs).map(([name, value]) => [name, text(value)])).toString();
}

/** The situation of a link; what it does not say, or says wrongly, is as by default. */
export function fromQuery(fields: Field[], query: URLSearchParams): Inputs {
  const inputs = defaults(fields);
  for (const field of fields) {
    const text = query.get(field.name);
    const value = text === null ? undefined : read(field, text);
    if (value !== undefined) inputs[field.name] = value;
  }
  return inputs;
}

function read(field: Field, text: string): InputValue | undefined {
  if (field.kind === 'choice') return field.choices.some((choice) => choice.name === text) ? text : undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (field.kind === 'flag') return typeof value === 'boolean' ? value : undefined;
  if (field.kind === 'number') return typeof value === 'number' ? value : undefined;
  return Array.isArray(value) ? (value as Inputs[]) : undefined;
}

/** What tells one situation from another, in a few words. */
export function difference(fields: Field[], inputs: Inputs, from: Inputs): string {
  const differing = fields.filter((field) => !same(inputs[field.name], from[field.name]));
  return differing.map((field) => `${words(field.name)}: ${shown(inputs[field.name])}`).join('; ');
}

/** A value in words. */
export function shown(value: InputValue | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((item) => Object.values(item).map((part) => shown(part)).join(' ')).join(', ');
  return typeof value === 'string' ? words(value) : String(value);
}

/** What a situation is, in a line: whatever is not the default, and the defaults that add something to it. */
export function told(fields: Field[], inputs: Inputs): string {
  const counting = fields.filter((field) => {
    const value = inputs[field.name] ?? field.default;
    return !same(value, field.default) || counts(value);
  });
  return counting.map((field) => said(field, inputs[field.name] ?? field.default)).join(', ');
}

function said(field: Field, value: InputValue): string {
  if (value === true) return words(field.name);
  return `${words(field.name)} ${shown(value)}`;
}

/** What is off, nought or none adds nothing. */
function counts(value: InputValue): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== false && value !== 0 && value !== 'none';
}

/** More choices than this are a catalogue, which is searched. */
export const MANY = 24;

/** The choices that are meant: each word of the text begins a word of the name or of what it means. */
export function search<T extends { name: string; help: string }>(choices: T[], text: string): T[] {
  const pieces = (from: string) => from.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const wanted = pieces(text);
  if (!wanted.length) return [];
  return choices.filter(({ name, help }) => {
    const there = pieces(`${name} ${help}`);
    return wanted.every((want) => there.some((word) => word.startsWith(want)));
  });
}

/** The values of an input worth comparing, where there are few. */
export function variants(field: Field): InputValue[] {
  if (field.kind === 'flag') return [false, true];
  if (field.kind === 'choice') return field.choices.length <= 8 ? field.choices.map((choice) => choice.name) : [];
  if (field.kind === 'number') {
    const count = field.max - field.min + 1;
    return count <= 8 ? Array.from({ length: count }, (_, i) => field.min + i) : [];
  }
  return [];
}

export function words(name: string): string {
  return name.replaceAll('-', ' ').replace(/([a-z]{2})(\d)/g, '$1 $2').replace(/\bafv/g, 'AFV');
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
