import { api } from '../api/client';
import type { Offer, Offers, Pick, Seat } from '../api/kernel';
import { sentence } from '../api/problem';
import type { PromptView } from '../api/types';
import { headline, type Headline } from '../odds/headline';
import { samePick } from '../scene/offered';

const FEW = 10;
const PAUSE = 150;

/** An order being put together, pick by pick. It knows no rules: the server says what can be picked next. */
export class Deciding {
  picks = $state.raw<Pick[]>([]);
  prompt = $state.raw<PromptView | null>(null);
  /** What one more pick would lead to, while the pointer rests on it. */
  peeked = $state.raw<PromptView | null>(null);
  /** For several: the things marked. For a share: how much goes to each. */
  marked = $state.raw<number[]>([]);
  shares = $state.raw<number[]>([]);
  trouble = $state.raw<unknown>(null);
  /** For each of a few offers that would be rolled for: the chance that matters most. */
  chances = $state.raw<{ pick: Pick; headline: Headline }[]>([]);
  #peeks: Record<string, PromptView> = {};
  #stop: AbortController | null = null;
  #turn = 0;

  constructor(
    readonly game: string,
    readonly seat: Seat,
    readonly ask: number,
  ) {
    void this.#ask([]);
  }

  /** What can be picked next. */
  offers = $derived<Offers | null>(this.prompt?.offers ?? null);

  async pick(pick: Pick): Promise<void> {
    await this.#ask([...this.picks, pick]);
  }

  /** Takes the last pick back. */
  async back(): Promise<void> {
    if (this.picks.length) await this.#ask(this.picks.slice(0, -1));
  }

  async startOver(): Promise<void> {
    if (this.picks.length) await this.#ask([]);
  }

  /** Marks one of several things, or takes the mark away. */
  mark(index: number): void {
    const offers = this.offers;
    if (!offers || offers === 'nothing' || !('several' in offers)) return;
    const has = this.marked.includes(index);
    if (!has && this.marked.length >= offers.several.most) return;
    this.marked = has ? this.marked.filter((other) => other !== index) : [...this.marked, index].sort((a, b) => a - b);
    const enough = this.marked.length >= offers.several.least && this.marked.length > 0;
    void this.peek(enough ? { several: this.marked } : null);
  }

  /** Gives one of the things more or less of what is to be shared out. */
  give(index: number, by: number): void {
    const offers = this.offers;
    if (!offers || offers === 'nothing' || !('share' in offers)) return;
    const now = this.shares[index] ?? 0;
    const most = Math.min(offers.share.of[index]?.most ?? Infinity, now + this.left());
    const next = Math.max(0, Math.min(most, now + by));
    this.shares = this.shares.map((share, i) => (i === index ? next : share));
    void this.peek(this.left() === 0 ? { share: this.shares } : null);
  }

  /** How much is left to share out. */
  left(): number {
    const offers = this.offers;
    if (!offers || offers === 'nothing' || !('share' in offers)) return 0;
    return offers.share.total - this.shares.reduce((sum, share) => sum + share, 0);
  }

  /** Looks at what is pointed at on the table, where a pick of it would lead further. */
  glance(pick: Pick | null): void {
    const offers = this.offers;
    if (!offers || offers === 'nothing' || 'several' in offers || 'share' in offers) return;
    void this.peek(pick);
  }

  /** Looks at what a pick would lead to, without picking it. */
  async peek(pick: Pick | null): Promise<void> {
    this.#stop?.abort();
    this.peeked = null;
    if (!pick) return;
    const picks = [...this.picks, pick];
    const key = JSON.stringify(picks);
    const known = this.#peeks[key];
    if (known) {
      this.peeked = known;
      return;
    }
    const stop = (this.#stop = new AbortController());
    await new Promise((done) => setTimeout(done, 90));
    if (stop.signal.aborted) return;
    try {
      const found = await api.prompt(this.game, { seat: this.seat, ask: this.ask, picks }, stop.signal);
      this.#peeks[key] = found;
      if (!stop.signal.aborted) this.peeked = found;
    } catch {
      // What only a glance would have shown is not worth a word.
    }
  }

  async #ask(picks: Pick[]): Promise<void> {
    const turn = ++this.#turn;
    this.#stop?.abort();
    this.peeked = null;
    try {
      const known = this.#peeks[JSON.stringify(picks)];
      const prompt = known ?? (await api.prompt(this.game, { seat: this.seat, ask: this.ask, picks }));
      if (turn !== this.#turn) return;
      this.#peeks = {};
      this.picks = picks;
      this.prompt = prompt;
      this.trouble = null;
      this.marked = [];
      this.shares = startShares(prompt.offers);
      this.chances = [];
      void this.#scout(turn);
      if (this.shares.length && this.left() === 0) void this.peek({ share: this.shares });
    } catch (caught) {
      if (turn === this.#turn) this.trouble = caught;
    }
  }

  /** Finds out the chances of a few offers, one after the other, as long as nothing else is picked. */
  async #scout(turn: number): Promise<void> {
    const offers = this.offers;
    if (!offers || offers === 'nothing' || !('one-of' in offers) || offers['one-of'].length > FEW) return;
    await new Promise((done) => setTimeout(done, PAUSE));
    for (const { pick } of offers['one-of']) {
      if (turn !== this.#turn) return;
      const picks = [...this.picks, pick];
      try {
        const found = (this.#peeks[JSON.stringify(picks)] ??= await api.prompt(this.game, { seat: this.seat, ask: this.ask, picks }));
        const told = found.preview?.tests[0] && headline(found.preview.tests[0].odds);
        if (turn !== this.#turn) return;
        // Where the first leads to no roll, the others do not either.
        if (!told && pick === offers['one-of'][0]?.pick) return;
        if (told) this.chances = [...this.chances, { pick, headline: told }];
      } catch {
        return;
      }
    }
  }

  /** The sentence of what went wrong, where something did. */
  get said(): string {
    return this.trouble ? sentence(this.trouble) : '';
  }

  /** What a touch of the table means among the offers: a pick, a mark, one more of a share; nothing where none is meant. */
  touch(pick: Pick): void {
    const offers = this.offers;
    if (!offers || offers === 'nothing') return;
    const at = (all: Offer[]) => all.findIndex((offer) => samePick(offer.pick, pick));
    if ('several' in offers) {
      const index = at(offers.several.of);
      if (index >= 0) this.mark(index);
    } else if ('share' in offers) {
      const index = at(offers.share.of);
      if (index >= 0) this.give(index, 1);
    } else {
      void this.pick(pick);
    }
  }
}

/** A share that leaves no choice is made already. */
function startShares(offers: Offers): number[] {
  if (offers === 'nothing' || !('share' in offers)) return [];
  const { of, total } = offers.share;
  const room = of.reduce((sum, offer) => sum + (offer.most ?? total), 0);
  if (of.length === 1) return [total];
  return of.map((offer) => (room === total ? (offer.most ?? 0) : 0));
}
