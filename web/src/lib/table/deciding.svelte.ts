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
  /** Why the rules do not allow what was touched on the table; what was picked before stands. */
  refusal = $state.raw<unknown>(null);
  /** The offer that is pointed at. */
  pointed = $state.raw<Offer | null>(null);
  /** A way is picked leg by leg: where it could end, it may go on. */
  byLegs = $state(false);
  /** For each of a few offers that would be rolled for: the chance that matters most. */
  chances = $state.raw<{ pick: Pick; headline: Headline }[]>([]);
  #peeks: Record<string, PromptView> = {};
  /** The pick that `peeked` belongs to. */
  #peekedAt = $state('');
  #stop: AbortController | null = null;
  #turn = 0;

  constructor(
    readonly game: string,
    readonly seat: Seat,
    readonly ask: number,
    /** Carries out an order that needs no more confirmation. */
    readonly oncomplete: (order: unknown) => void = () => undefined,
  ) {
    void this.#ask([]);
  }

  /** What can be picked next. */
  offers = $derived<Offers | null>(this.prompt?.offers ?? null);

  /** Picks one thing more. With `leg` the order goes on even where it could be carried out at once. */
  async pick(pick: Pick, leg = this.byLegs): Promise<void> {
    await this.#ask([...this.picks, pick], { leg });
  }

  /** What is ticked or shared out at the moment, as the pick that it would be. */
  choice = $derived.by<Pick | null>(() => {
    const offers = this.offers;
    if (!offers || offers === 'nothing') return null;
    if ('several' in offers) return { several: this.marked };
    return 'share' in offers ? { share: this.shares } : null;
  });

  /** The prompt whose order would be given now: that of what is usual, or of what is ticked in its place. */
  ready = $derived.by<PromptView | null>(() => {
    const { prompt, choice } = this;
    if (!prompt || prompt.order === null) return null;
    if (!choice || JSON.stringify(choice) === JSON.stringify(usual(prompt.offers))) return prompt;
    return this.peeked?.order != null && this.#peekedAt === JSON.stringify(choice) ? this.peeked : null;
  });

  /** The order that the choice comes to, where it leaves nothing open and its odds are in sight. */
  seen = $derived.by<PromptView | null>(() => {
    const { peeked, choice } = this;
    const fits = choice && peeked?.order != null && peeked.offers === 'nothing' && this.#peekedAt === JSON.stringify(choice);
    return fits ? peeked : null;
  });

  /** Is more asked after the choice? */
  leadsOn = $derived(this.choice !== null && this.peeked !== null && this.peeked.offers !== 'nothing');

  /** Takes what is ticked or shared out: it is carried out where nothing is open any more, dice and all. */
  take(): void {
    if (this.seen) this.oncomplete(this.seen.order);
    else if (this.choice) void this.pick(this.choice);
  }

  /** The way that is drawn: that of what is pointed at, or of the order as it is. */
  way = $derived.by<[number, number][]>(() => {
    const ahead = this.peeked?.preview?.path;
    if (ahead?.length) return ahead;
    return this.pointed?.way ?? this.prompt?.preview?.path ?? [];
  });

  /** What is shown on the table of it: templates, lines of sight, the base where it comes to stand. */
  overlays = $derived((this.peeked?.preview ?? this.prompt?.preview)?.overlays ?? []);

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
    void this.#peekChoice();
  }

  /**
   * Gives one of the things more or less of what is to be shared out. Where nothing is left to give, one is taken from
   * whatever else has most.
   */
  give(index: number, by: number): void {
    const offers = this.offers;
    if (!offers || offers === 'nothing' || !('share' in offers)) return;
    const shares = [...this.shares];
    const next = (shares[index] ?? 0) + by;
    if (next < 0 || next > (offers.share.of[index]?.most ?? offers.share.total)) return;
    if (by > this.left()) {
      const others = shares.map((share, i) => (i === index ? 0 : share));
      const from = others.indexOf(Math.max(...others));
      if (!others[from]) return;
      shares[from] = (shares[from] ?? 0) - by;
    }
    shares[index] = next;
    this.shares = shares;
    void this.#peekChoice();
  }

  /** How much is left to share out. */
  left(): number {
    const offers = this.offers;
    if (!offers || offers === 'nothing' || !('share' in offers)) return 0;
    return offers.share.total - this.shares.reduce((sum, share) => sum + share, 0);
  }

  /** Looks at what is pointed at on the table, where a pick of it would lead further. */
  glance(pick: Pick | null): void {
    if (!this.offers || this.offers === 'nothing' || this.choice) return;
    void this.peek(pick);
  }

  /** Looks at what is ticked or shared out, once there is enough of it. */
  async #peekChoice(): Promise<void> {
    const { offers, choice } = this;
    if (!offers || offers === 'nothing' || !choice) return;
    const enough = 'several' in offers ? this.marked.length >= Math.max(1, offers.several.least) : this.left() === 0;
    await this.peek(enough ? choice : null);
  }

  /** Looks at what a pick would lead to, without picking it. */
  async peek(pick: Pick | null): Promise<void> {
    this.#stop?.abort();
    this.peeked = null;
    this.pointed = pick && offerOf(this.offers, pick);
    if (!pick) return;
    const picks = [...this.picks, pick];
    const key = JSON.stringify(picks);
    this.#peekedAt = JSON.stringify(pick);
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

  /** Asks what can be picked after these; `picked` where the last of them was picked just now. */
  async #ask(picks: Pick[], picked?: { leg: boolean; missed?: boolean }): Promise<void> {
    const turn = ++this.#turn;
    this.#stop?.abort();
    this.refusal = null;
    try {
      const known = this.#peeks[JSON.stringify(picks)];
      const prompt = known ?? (await api.prompt(this.game, { seat: this.seat, ask: this.ask, picks }));
      if (turn !== this.#turn) return;
      this.trouble = null;
      if (picked && isMeant(prompt, picked.leg)) {
        this.peeked = prompt;
        this.oncomplete(prompt.order);
        return;
      }
      this.peeked = null;
      this.pointed = null;
      this.#peeks = {};
      this.picks = picks;
      this.prompt = prompt;
      const start = usual(prompt.offers);
      this.marked = 'several' in start ? start.several : [];
      this.shares = 'share' in start ? start.share : [];
      this.chances = [];
      void this.#scout(turn);
      void this.#peekChoice();
    } catch (caught) {
      if (turn !== this.#turn) return;
      this.peeked = null;
      if (picked?.missed) this.refusal = caught;
      else this.trouble = caught;
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

  /** Something was touched that is not offered: the server says which rule is against it, or takes it after all. */
  async miss(pick: Pick): Promise<void> {
    await this.#ask([...this.picks, pick], { leg: this.byLegs, missed: true });
  }

  /** What a touch of the table means among the offers: a pick, a mark, one more of a share; nothing where none is meant. */
  touch(pick: Pick, leg = this.byLegs): void {
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
      void this.pick(pick, leg);
    }
  }
}

/** Is the order of a prompt all that was meant, and nothing left to chance? Then it is carried out as it is. */
function isMeant({ order, whole, offers, preview }: PromptView, leg: boolean): boolean {
  return order !== null && whole && !preview?.tests.length && (!leg || offers === 'nothing');
}

/** What is ticked or shared out before anybody has touched it. */
function usual(offers: Offers): { several: number[] } | { share: number[] } | { nothing: true } {
  if (offers === 'nothing') return { nothing: true };
  if ('several' in offers) return { several: offers.several.usual };
  return 'share' in offers ? { share: offers.share.usual } : { nothing: true };
}

/** The offer that a pick stands for. */
function offerOf(offers: Offers | null, pick: Pick): Offer | null {
  if (!offers || offers === 'nothing') return null;
  const all = 'one-of' in offers ? offers['one-of'] : 'point' in offers ? offers.point.or : 'facing' in offers ? offers.facing.or : [];
  return all.find((offer) => samePick(offer.pick, pick)) ?? null;
}
