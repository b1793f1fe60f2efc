import type { AskView } from './types';
import type { Rule } from './kernel';

/** What is wrong at one place of a scenario's text. */
export type TextTrouble = { line: number; column: number; sentence: string };

/** A request that was refused or did not get through, with a sentence for people. */
export class Problem extends Error {
  constructor(
    readonly kind: string,
    readonly status: number,
    detail: string,
    readonly more: { rule?: Rule; field?: string; asks?: AskView[]; troubles?: TextTrouble[]; retryAfter?: number } = {},
  ) {
    super(detail);
  }

  /** Did nothing come back at all? Then the same request can be sent again. */
  get lost(): boolean {
    return this.kind === 'lost' || this.kind === 'unavailable';
  }
}

/** The sentence of anything that was thrown. */
export function sentence(trouble: unknown): string {
  return trouble instanceof Error ? trouble.message : String(trouble);
}

export async function problemOf(response: Response): Promise<Problem> {
  const after = Number(response.headers.get('Retry-After') ?? '') || undefined;
  try {
    const body = await response.json();
    const { kind, detail, rule, field, asks, troubles } = body;
    return new Problem(kind ?? 'broken', response.status, detail ?? response.statusText, {
      rule,
      field,
      asks,
      troubles,
      ...(after ? { retryAfter: after } : {}),
    });
  } catch {
    return new Problem('broken', response.status, `The server answered ${response.status}.`);
  }
}
