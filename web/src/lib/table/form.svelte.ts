import type { Offer, Pick } from '../api/kernel';
import type { PromptView } from '../api/types';
import { samePick } from '../scene/offered';

/** A question of which the usual answer is given already: what is ticked, how it is shared out, or which word is taken. */
export type Section = {
  prompt: PromptView;
  marked: number[];
  shares: number[];
  /** Nothing where it is left as is usual. */
  word: Pick | null;
  /** How much of a share was placed by touching things one by one; nothing before the first. */
  touched: number | null;
};

const MOST = 8;

/** Is it a question that a form asks: several things, a share, or a word that may be left as is usual? */
export function isFormal({ offers, order, whole }: PromptView): boolean {
  if (offers === 'nothing') return false;
  if ('several' in offers || 'share' in offers) return true;
  return 'one-of' in offers && order !== null && !whole && offers['one-of'].every(({ pick }) => 'option' in pick);
}

/**
 * Questions in a row that all have a usual answer, seen at once: whoever likes what is usual gives the order with one press,
 * and whoever does not changes what he likes, in any of them.
 */
export class Form {
  sections = $state.raw<Section[]>([]);
  /** The prompt behind the last question, whose order is what the form comes to; nothing while that is not known. */
  end = $state.raw<PromptView | null>(null);
  trouble = $state.raw<unknown>(null);
  #picks: Pick[] = [];
  #turn = 0;

  constructor(private readonly look: (picks: Pick[]) => Promise<PromptView>) {}

  open(picks: Pick[], prompt: PromptView): void {
    this.#picks = picks;
    this.sections = [sectionOf(prompt)];
    this.end = prompt.order === null ? null : prompt;
    void this.#follow(0);
  }

  close(): void {
    this.#turn++;
    this.sections = [];
    this.end = null;
    this.trouble = null;
  }

  /** The things of all questions, with where each stands. */
  things = $derived(this.sections.flatMap((section, at) => offersOf(section).map((offer, index) => ({ at, index, offer }))));

  /** What is ticked, in all questions. */
  chosen = $derived(this.sections.flatMap((section) => section.marked.flatMap((index) => offersOf(section)[index]?.pick ?? [])));

  /** Ticks one of several things, or takes the tick away. */
  mark(index: number, at = 0): void {
    const section = this.sections[at];
    const offers = section?.prompt.offers;
    if (!section || !offers || offers === 'nothing' || !('several' in offers)) return;
    const has = section.marked.includes(index);
    if (!has && section.marked.length >= offers.several.most) return;
    const marked = has ? section.marked.filter((other) => other !== index) : [...section.marked, index].sort((a, b) => a - b);
    this.#change(at, { marked });
  }

  /** Takes a word of a question, or leaves it as is usual again. */
  say(pick: Pick, at: number): void {
    const word = this.sections[at]?.word;
    this.#change(at, { word: word && samePick(word, pick) ? null : pick });
  }

  /**
   * Gives one of the things more or less of what is to be shared out. Where nothing is left to give, one is taken from
   * whatever else has most.
   */
  give(index: number, by: number, at = 0): void {
    const section = this.sections[at];
    const share = shareOf(section);
    if (!section || !share) return;
    const shares = [...section.shares];
    const next = (shares[index] ?? 0) + by;
    if (next < 0 || next > (share.of[index]?.most ?? share.total)) return;
    if (by > leftOf(section)) {
      const others = shares.map((given, i) => (i === index ? 0 : given));
      const from = others.indexOf(Math.max(...others));
      if (!others[from]) return;
      shares[from] = (shares[from] ?? 0) - by;
    }
    shares[index] = next;
    this.#change(at, { shares });
  }

  /**
   * A thing was touched on the table. It is ticked, or given one of what is shared out: with the first touch all is taken
   * up again, and with the last it is placed. Is it placed?
   */
  touch(pick: Pick): 'nothing' | 'changed' | 'placed' {
    const found = this.things.find(({ offer }) => samePick(offer.pick, pick));
    if (!found) return 'nothing';
    const section = this.sections[found.at];
    const share = shareOf(section);
    if (!section || !share) {
      if (section && 'one-of' in (section.prompt.offers as object)) this.say(pick, found.at);
      else this.mark(found.index, found.at);
      return 'changed';
    }
    const shares = section.touched === null ? share.of.map(() => 0) : [...section.shares];
    if ((shares[found.index] ?? 0) >= (found.offer.most ?? share.total)) return 'changed';
    shares[found.index] = (shares[found.index] ?? 0) + 1;
    const touched = (section.touched ?? 0) + 1;
    this.#change(found.at, { shares, touched });
    return touched === share.total ? 'placed' : 'changed';
  }

  /** The picks that the form comes to, as far as its questions are answered. */
  get picks(): Pick[] {
    const choices = this.sections.map(choiceOf);
    const open = choices.indexOf(null);
    return [...this.#picks, ...(choices.slice(0, open < 0 ? choices.length : open) as Pick[])];
  }

  #change(at: number, change: Partial<Section>): void {
    this.sections = this.sections.map((section, i) => (i === at ? { ...section, ...change } : section));
    this.end = null;
    void this.#follow(at);
  }

  /** Asks what comes after an answer, and after the usual answer to that. */
  async #follow(from: number): Promise<void> {
    const turn = ++this.#turn;
    const old = this.sections;
    this.trouble = null;
    try {
      for (let at = from; at < MOST; at++) {
        const section = this.sections[at];
        if (!section) return;
        const choice = choiceOf(section);
        if (!choice) {
          // A word that is left as is usual: what was complete before it stands.
          if (section.prompt.order !== null && !('several' in (section.prompt.offers as object))) this.end = section.prompt;
          return;
        }
        const before = this.sections.slice(0, at).map(choiceOf) as Pick[];
        const next = await this.look([...this.#picks, ...before, choice]);
        if (turn !== this.#turn) return;
        this.end = next.order === null ? null : next;
        const known = old[at + 1];
        if (!isFormal(next) && !goesOn(section, at, next)) {
          this.sections = this.sections.slice(0, at + 1);
          return;
        }
        const kept = known && known.prompt.question === next.question ? { ...known, prompt: next } : sectionOf(next);
        this.sections = [...this.sections.slice(0, at + 1), kept];
      }
    } catch (caught) {
      if (turn !== this.#turn) return;
      this.end = null;
      this.trouble = caught;
    }
  }
}

/**
 * Does a question that names things belong to the form that it follows? Where it may be left unanswered it does, and so does
 * what it leads to: 'does anybody go in close assault?', 'who else?'.
 */
function goesOn(section: Section, at: number, { offers, order }: PromptView): boolean {
  if (offers === 'nothing' || !('one-of' in offers)) return false;
  return order !== null || (at > 0 && section.word !== null);
}

/** How much of a share is left to place. */
export function leftOf(section: Section): number {
  const share = shareOf(section);
  return share ? share.total - section.shares.reduce((sum, given) => sum + given, 0) : 0;
}

/** The things of a question. */
export function offersOf({ prompt: { offers } }: Section): Offer[] {
  if (offers === 'nothing') return [];
  return 'several' in offers ? offers.several.of : 'share' in offers ? offers.share.of : 'one-of' in offers ? offers['one-of'] : [];
}

function shareOf(section: Section | undefined): { total: number; of: Offer[] } | null {
  const offers = section?.prompt.offers;
  return offers && offers !== 'nothing' && 'share' in offers ? offers.share : null;
}

function sectionOf(prompt: PromptView): Section {
  const { offers } = prompt;
  const several = offers !== 'nothing' && 'several' in offers ? offers.several.usual : [];
  const share = offers !== 'nothing' && 'share' in offers ? offers.share.usual : [];
  return { prompt, marked: several, shares: share, word: null, touched: null };
}

/** The answer to a question as a pick; nothing where there is none yet. */
function choiceOf(section: Section): Pick | null {
  const { offers } = section.prompt;
  if (offers === 'nothing') return null;
  if ('several' in offers) return section.marked.length >= offers.several.least ? { several: section.marked } : null;
  if ('share' in offers) return leftOf(section) === 0 ? { share: section.shares } : null;
  return section.word;
}
