import { api } from '../api/client';
import type { Offer, Offers, Pick, Seat } from '../api/kernel';
import { sentence } from '../api/problem';
import type { PromptView } from '../api/types';
import type { Report } from '../api/report';
import { headlines, type Headline } from '../odds/headline';
import { samePick } from '../scene/offered';
import { aheadOf, NOWHERE, type Ahead } from './ahead';
import { Form, isFormal } from './form.svelte';
import { listOf, nextInTurn, passedOver, stillToCome, thingsOf, wayOnOf } from './turns';

const FEW = 10;
/** So many words are followed to what they light on the table: a squad by a house has a dozen things to do. */
const WORDS = 16;
const PAUSE = 120;
const GLANCE = 90;
/** A way that has no fork is not followed for ever. */
const DEEPEST = 6;

/** A finger cannot rest on a spot to see what is said of it, nor point to the inch. What is said there is shown before the order is given. */
const cannotRest = () => typeof matchMedia === 'function' && matchMedia('(hover: none)').matches;

type Chance = { pick: Pick; headline: Headline };
type Taken = { leg: boolean; missed?: boolean; ends?: boolean };

/**
 * An order being put together, pick by pick. It knows no rules: the server says what can be picked next. Where play has an
 * order, whoever is next is picked already; where there is only one thing to pick, it is.
 */
export class Deciding {
  picks = $state.raw<Pick[]>([]);
  prompt = $state.raw<PromptView | null>(null);
  /** What was asked before anything was picked. */
  root = $state.raw<PromptView | null>(null);
  /** What one more pick would lead to, while the pointer rests on it. */
  peeked = $state.raw<PromptView | null>(null);
  trouble = $state.raw<unknown>(null);
  /** Why the rules do not allow what was touched on the table; what was picked before stands. */
  refusal = $state.raw<unknown>(null);
  /** The offer that is pointed at. */
  pointed = $state.raw<Offer | null>(null);
  /** A way is picked leg by leg: where it could end, it may go on. */
  byLegs = $state(false);
  /** For each of a few offers that one roll decides: the chance that matters most. Of several rolls none tells how it goes. */
  chances = $state.raw<Chance[]>([]);
  /** The last word that was picked, as it was offered: it says what the order does. */
  word = $state.raw<string | null>(null);
  /** What the words that are offered lead to on the table. */
  ahead = $state.raw<Ahead>(NOWHERE);
  /** A whole order that the machine has named, in words: it is shown with its odds, and the button gives it. */
  proposed = $state<string | null>(null);
  /** Several things, shares and the like, with the usual choice made. */
  form: Form;
  #peeks: Record<string, PromptView> = {};
  #stop: AbortController | null = null;
  #turn = 0;
  /** Which of the picks nobody has made: who is next, and what there was no choice about. */
  #given: boolean[] = [];

  constructor(
    readonly game: string,
    readonly seat: Seat,
    readonly ask: number,
    /** Carries out an order that needs no more confirmation. */
    readonly oncomplete: (order: unknown) => void = () => undefined,
  ) {
    this.form = new Form((picks) => this.#look(picks));
    void this.#begin();
  }

  /** Is it one of the words that end the step that is pointed at? What it does is not told: they would move from under the pointer. */
  #aside = $state(false);

  /** Has somebody picked something himself? */
  byHand = $derived(this.picks.some((_, i) => !this.#given[i]));

  /** What can be picked next. */
  offers = $derived<Offers | null>(this.prompt?.offers ?? null);

  /** What ends the step, or goes on without more of it: in sight whatever else is picked, and not twice. */
  wayOn = $derived(wayOnOf(this.root?.offers).filter((word) => !this.picks[0] || !samePick(word.pick, this.picks[0])));

  /** Those whose turn is still to come. */
  toCome = $derived(stillToCome(this.root?.offers ?? null));

  /** Those whom what is picked would pass over. */
  passes = $derived(passedOver(this.root?.offers ?? null, this.picks[0]));

  /** Who could be picked in the place of what is picked. */
  others = $derived(this.begun ? thingsOf(this.root?.offers) : []);

  /** Who comes next in the order of play, behind the one that is picked. */
  next = $derived.by(() => {
    const now = listOf(this.root?.offers).find((offer) => this.picks[0] && samePick(offer.pick, this.picks[0]));
    return now?.turn === undefined ? null : nextInTurn(this.root?.offers ?? null, now.turn);
  });

  /** The prompt whose order would be given now. */
  ready = $derived.by<PromptView | null>(() => {
    if (this.form.sections.length) return this.form.end;
    return this.prompt?.order != null ? this.prompt : null;
  });

  /** What is known of what would happen: of what is pointed at, or of the order as it is. */
  preview = $derived(((this.#aside ? null : this.peeked) ?? this.ready ?? this.prompt)?.preview ?? null);

  /** The way that is drawn: that of what is pointed at, or of the order as it is. */
  way = $derived.by<[number, number][]>(() => {
    const ahead = this.peeked?.preview?.path;
    if (ahead?.length) return ahead;
    return this.pointed?.way ?? (this.ready ?? this.prompt)?.preview?.path ?? [];
  });

  /** What is shown on the table of it: templates, lines of sight, the base where it comes to stand. */
  overlays = $derived((this.peeked ?? this.ready ?? this.prompt)?.preview?.overlays ?? []);

  /** Picks one thing more. With `leg` the order goes on even where it could be carried out at once. */
  async pick(pick: Pick, leg = this.byLegs): Promise<void> {
    const known = this.#peeks[JSON.stringify([...this.picks, pick])];
    // A word whose chances stand on its button has been weighed: pressing it is giving the order.
    const weighed = 'option' in pick && this.chances.some((chance) => samePick(chance.pick, pick));
    if (weighed && known?.offers === 'nothing' && known.order !== null) this.oncomplete(known.order);
    else await this.#ask([...this.picks, pick], { leg });
  }

  /**
   * One of the words that end the step, whatever is picked meanwhile. Where somebody's turn is still to come, or something is
   * still open, that is told before it is confirmed.
   */
  async goOn(pick: Pick): Promise<void> {
    await this.#ask([pick], { leg: false, ends: true }, 0);
  }

  /** Fills in a whole order that was not picked here, so that it can be weighed before it is given. */
  async propose(order: unknown, words: string): Promise<void> {
    const turn = ++this.#turn;
    this.#stop?.abort();
    this.refusal = null;
    try {
      const preview = await api.preview(this.game, this.seat, this.ask, order);
      const { root } = this;
      if (turn !== this.#turn || !root) return;
      this.trouble = null;
      this.#take([], { question: root.question, rule: root.rule, picked: [words], offers: 'nothing', order, whole: true, preview }, []);
      [this.root, this.proposed] = [root, words];
    } catch (caught) {
      if (turn === this.#turn) this.trouble = caught;
    }
  }

  /** Is anything picked or filled in that can be taken back? */
  get begun(): boolean {
    return this.picks.length > 0 || this.proposed !== null;
  }

  /** Takes the last pick back, and with it what came of it without a choice. */
  async back(): Promise<void> {
    if (this.proposed !== null) return this.#begin();
    if (!this.picks.length) return;
    let keep = this.picks.length;
    while (keep > 0 && this.#given[keep - 1]) keep--;
    keep = Math.max(0, keep - 1);
    await this.#ask(this.picks.slice(0, keep), undefined, keep);
  }

  async startOver(): Promise<void> {
    if (this.picks.length) await this.#ask([], undefined, 0);
  }

  /** Lets the next one have its turn, without an order for this one. */
  async skip(): Promise<void> {
    if (this.next) await this.#ask([this.next.pick], undefined, 0);
  }

  /** Looks at what is pointed at on the table, where a pick of it would lead further. */
  glance(pick: Pick | null): void {
    if (!this.offers || this.offers === 'nothing' || this.form.sections.length) return;
    const word = pick && !offerOf(this.offers, pick) ? this.#wordFor(pick) : null;
    const other = pick && !word && this.others.some((offer) => samePick(offer.pick, pick)) && !offerOf(this.offers, pick);
    void this.#peek(other ? null : pick, word ? [word] : []);
  }

  /** Looks at what a pick would lead to, without picking it. */
  async peek(pick: Pick | null): Promise<void> {
    await this.#peek(pick, []);
  }

  /** Looks at what one of the words that end the step would lead to. */
  async peekOn(pick: Pick | null): Promise<void> {
    this.#aside = true;
    await this.#peek(pick, [], []);
  }

  async #peek(pick: Pick | null, through: Pick[], after?: Pick[]): Promise<void> {
    if (!after) this.#aside = false;
    this.#stop?.abort();
    this.peeked = null;
    this.pointed = pick && (offerOf(this.offers, pick) ?? this.ahead.things.find(({ offer }) => samePick(offer.pick, pick))?.offer ?? null);
    if (!pick) return;
    const picks = [...(after ?? this.picks), ...through, pick];
    const known = this.#peeks[JSON.stringify(picks)];
    if (known) {
      this.peeked = known;
      return;
    }
    const stop = (this.#stop = new AbortController());
    await new Promise((done) => setTimeout(done, GLANCE));
    if (stop.signal.aborted) return;
    try {
      const found = await this.#look(picks, stop.signal);
      if (!stop.signal.aborted) this.peeked = found;
    } catch {
      // What only a glance would have shown is not worth a word.
    }
  }

  /** What the server says to some picks; what was asked once is kept until the order goes on. */
  async #look(picks: Pick[], signal?: AbortSignal): Promise<PromptView> {
    const key = JSON.stringify(picks);
    return (this.#peeks[key] ??= await api.prompt(this.game, { seat: this.seat, ask: this.ask, picks }, signal));
  }

  /** Asks again where no answer came. */
  async again(): Promise<void> {
    if (!this.trouble) return;
    this.trouble = null;
    if (this.prompt) await this.#ask(this.picks, undefined, this.picks.length);
    else await this.#begin();
  }

  /** The first question; where play has an order, whoever is next is picked with it. */
  async #begin(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const root = await this.#look([]);
      if (turn !== this.#turn) return;
      this.root = root;
      const next = nextInTurn(root.offers);
      if (next) await this.#ask([next.pick], undefined, 0);
      else await this.#ask([]);
    } catch (caught) {
      if (turn === this.#turn) this.trouble = caught;
    }
  }

  /**
   * Asks what can be picked after these; `picked` where the last of them was picked just now. The first `own` of them were
   * picked by somebody, and so was the last where it was picked.
   */
  async #ask(asked: Pick[], picked?: Taken, own = this.picks.length): Promise<void> {
    const turn = ++this.#turn;
    this.#stop?.abort();
    this.refusal = null;
    try {
      let picks = asked;
      let prompt = await this.#look(picks);
      const given = picks.map((_, i) => (i < own ? (this.#given[i] ?? false) : !picked));
      // Where there is one thing only, there is nothing to choose; but no order is given that nobody has picked.
      while (picks.length && picks.length < DEEPEST && (picked || !asked.length || own === 0)) {
        const only = onlyOf(prompt);
        if (!only || turn !== this.#turn) break;
        const next = await this.#look([...picks, only]);
        if (isMeant(next, false)) break;
        [picks, prompt] = [[...picks, only], next];
        given.push(true);
      }
      if (turn !== this.#turn) return;
      this.trouble = null;
      const noted = (picked?.ends || (cannotRest() && isPoint(picks.at(-1)))) && prompt.preview?.notes.length;
      const toBeRead = noted || (picked?.ends && this.toCome.length);
      if (picked && isMeant(prompt, picked.leg) && !toBeRead) {
        this.peeked = prompt;
        this.oncomplete(prompt.order);
        return;
      }
      this.#take(picks, prompt, given);
    } catch (caught) {
      if (turn !== this.#turn) return;
      this.peeked = null;
      if (picked?.missed) this.refusal = caught;
      else this.trouble = caught;
    }
  }

  #take(picks: Pick[], prompt: PromptView, given: boolean[]): void {
    this.proposed = null;
    this.peeked = null;
    this.pointed = null;
    this.#given = given;
    this.picks = picks;
    this.prompt = prompt;
    this.word = this.#wordIn(picks);
    if (!picks.length) this.root = prompt;
    this.chances = [];
    this.ahead = NOWHERE;
    if (isFormal(prompt)) this.form.open(picks, prompt);
    else this.form.close();
    void this.#scout(this.#turn);
  }

  /**
   * Finds out what a few offers would lead to, as long as nothing else is picked: the chances of those that are rolled for,
   * and what lies on the table behind words.
   */
  async #scout(turn: number): Promise<void> {
    const { offers, picks } = this;
    if (!offers || offers === 'nothing' || !('one-of' in offers) || this.form.sections.length) return;
    const all = offers['one-of'];
    // Where chances, or what comes of it on average (Ø), are told with the offers, nothing is asked for.
    const told = all.flatMap(({ pick, tag }) => ('piece' in pick && /%|Ø/.test(tag ?? '') ? [{ pick, headline: { chance: tag ?? '', of: '' } }] : []));
    if (told.length) {
      this.chances = told;
      return;
    }
    // What a way costs and risks is told with it.
    if (all.some(({ way }) => way)) return;
    const words = picks.length > 0 && all.every(({ pick }) => 'option' in pick);
    if (all.length > (words ? WORDS : FEW)) return;
    if (!words) await new Promise((done) => setTimeout(done, PAUSE));
    const found: { word: Pick; prompt: PromptView }[] = [];
    const rolled: { pick: Pick; odds: Report }[] = [];
    for (const { pick } of all) {
      if (turn !== this.#turn) return;
      try {
        const prompt = await this.#look([...picks, pick]);
        if (turn !== this.#turn) return;
        const [test, more] = prompt.preview?.tests ?? [];
        // Where the first leads to no roll, the others do not either; words may lead anywhere.
        if (!test && !words && pick === all[0]?.pick) return;
        if (test && !more) {
          rolled.push({ pick, odds: test.odds });
          // What is compared is told by one measure, which the next of them may change.
          const told = headlines(rolled.map((one) => one.odds));
          this.chances = rolled.flatMap(({ pick }, i) => (told[i] ? [{ pick, headline: told[i] }] : []));
        } else if (!test && words) {
          found.push({ word: pick, prompt });
          this.ahead = aheadOf(found);
        }
      } catch {
        return;
      }
    }
  }

  /** The sentence of what went wrong, where something did. */
  get said(): string {
    return this.trouble ? sentence(this.trouble) : '';
  }

  /**
   * Something was touched that is not offered: the server says which rule is against it, or takes it after all. Where a word
   * leads to spots on the ground, a spot is meant for that word.
   */
  async miss(pick: Pick): Promise<void> {
    const word = this.#wordFor(pick);
    await this.#ask([...this.picks, ...(word ? [word] : []), pick], { leg: this.byLegs, missed: true });
  }

  /**
   * What a touch of the table means among the offers: a pick, a tick, one more of a share, or somebody else than the one that
   * is picked; nothing where none is meant.
   */
  touch(pick: Pick, leg = this.byLegs): void {
    if (this.form.sections.length) {
      const touched = this.form.touch(pick);
      if (touched === 'placed') void this.#place();
      if (touched !== 'nothing') return;
    }
    const word = offerOf(this.offers, pick) ? null : this.#wordFor(pick);
    if (word) void this.#ask([...this.picks, word, pick], { leg });
    else if (this.#isOpen(pick)) void this.pick(pick, leg);
    else if (this.picks[0] && samePick(this.picks[0], pick)) void this.startOver();
    else if (this.others.some((offer) => samePick(offer.pick, pick))) void this.#ask([pick], { leg: true }, 0);
  }

  /** Gives the order of a share whose last part was placed by hand. */
  async #place(): Promise<void> {
    const turn = this.#turn;
    try {
      const prompt = await this.#look(this.form.picks);
      if (turn === this.#turn && prompt.order !== null && prompt.offers === 'nothing') this.oncomplete(prompt.order);
    } catch (caught) {
      this.trouble = caught;
    }
  }

  /** Is this among what is offered now? Any point and facing is, for the server says which are. */
  #isOpen(pick: Pick): boolean {
    const { offers } = this;
    if (!offers || offers === 'nothing') return false;
    if ('point' in pick) return 'point' in offers;
    if ('facing' in pick) return 'facing' in offers;
    return offerOf(offers, pick) !== null;
  }

  /** The last word among some picks, as it was offered. */
  #wordIn(picks: Pick[]): string | null {
    const place = picks.findLastIndex((pick) => 'option' in pick);
    const [word, before] = [picks[place], this.#peeks[JSON.stringify(picks.slice(0, Math.max(0, place)))]];
    return (word && before && offerOf(before.offers, word)?.label) ?? null;
  }

  /** The word that leads to what was touched. */
  #wordFor(pick: Pick): Pick | null {
    if ('point' in pick) return this.offers && this.offers !== 'nothing' && 'point' in this.offers ? null : (this.ahead.ground?.word ?? null);
    return this.ahead.things.find(({ offer }) => samePick(offer.pick, pick))?.word ?? null;
  }
}

/** The one thing that is offered, where there is but one and no order yet. */
function onlyOf({ offers, order }: PromptView): Pick | null {
  const all = order === null && offers !== 'nothing' && 'one-of' in offers ? offers['one-of'] : [];
  return all.length === 1 ? (all[0]?.pick ?? null) : null;
}

/** Is the order of a prompt all that was meant, and nothing left to chance? Then it is carried out as it is. */
function isMeant({ order, whole, offers, preview }: PromptView, leg: boolean): boolean {
  return order !== null && whole && !preview?.tests.length && (!leg || offers === 'nothing');
}

/** Is it a spot of a measured table? */
function isPoint(pick: Pick | undefined): boolean {
  return pick !== undefined && 'point' in pick;
}

/** The offer that a pick stands for. */
function offerOf(offers: Offers | null, pick: Pick): Offer | null {
  return listOf(offers).find((offer) => samePick(offer.pick, pick)) ?? null;
}
