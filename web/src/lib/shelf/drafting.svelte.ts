import { api } from '../api/client';
import type { Purchase, Seat } from '../api/kernel';
import type { Inputs } from '../api/report';
import { Problem, type TextTrouble } from '../api/problem';
import type { Draft } from '../api/types';
import { readText } from './textfile';

/**
 * A scenario before a game: one of the book's, or a player's own text, either with armies that are bought. The server
 * reads it, draws it and says what is wrong; nothing here knows a rule.
 */
export class Drafting {
  /** The player's own text, as it was dropped or typed. It stays as it is, however wrong it may be. */
  text = $state<string | null>(null);
  /** The name of the file that it came from. */
  file = $state('');
  armies = $state.raw<Record<Seat, Purchase>>({});
  /** The seats that are to buy their armies and have bought nothing yet. */
  unbought = $state.raw<Seat[]>([]);
  draft = $state.raw<Draft | null>(null);
  /** What is wrong: with the file, with its text, or with an army. */
  problem = $state.raw<unknown>(null);
  busy = $state(false);
  /** How often purchases have become text; what showed them begins anew. */
  adopted = $state(0);
  #asked = 0;

  constructor(
    readonly book: string,
    /** One of the book's scenarios; none where only a text of one's own can be played. */
    readonly scenario: string,
    readonly options: () => Inputs = () => ({}),
  ) {}

  /** Is what will be played another text than the book's? */
  get own(): boolean {
    return this.text !== null || Object.keys(this.armies).length > 0;
  }

  get troubles(): TextTrouble[] {
    return this.problem instanceof Problem ? (this.problem.more.troubles ?? []) : [];
  }

  /** Is the trouble with the armies that are being bought, not with the text? */
  get overspent(): boolean {
    return this.problem instanceof Problem && this.problem.more.field !== 'text';
  }

  /** Takes a file that was dropped or chosen. What is no text changes nothing but the sentence. */
  async take(file: File): Promise<void> {
    try {
      const text = await readText(file);
      this.file = file.name;
      await this.write(text);
    } catch (caught) {
      this.problem = caught;
    }
  }

  async write(text: string): Promise<void> {
    this.text = text;
    await this.look();
  }

  /** Back to the book's own scenario. */
  async leave(): Promise<void> {
    this.#asked++;
    [this.text, this.file, this.problem, this.draft, this.busy] = [null, '', null, null, false];
    await this.follow();
  }

  /** Makes the text that would be played one's own, armies and all: from here on it is changed as a text. */
  async adopt(): Promise<void> {
    const draft = await this.look();
    if (!draft) return;
    [this.text, this.file, this.armies, this.unbought] = [draft.text, `${draft.card.id}.toml`, {}, []];
    this.adopted++;
  }

  /** A seat buys its army, has the scenario's own again (`null`), or has yet to buy something. */
  async buy(seat: Seat, purchase: Purchase | 'nothing' | null): Promise<void> {
    const others = Object.entries(this.armies).filter(([other]) => other !== seat);
    this.unbought = [...this.unbought.filter((other) => other !== seat), ...(purchase === 'nothing' ? [seat] : [])];
    this.armies = Object.fromEntries(purchase && purchase !== 'nothing' ? [...others, [seat, purchase]] : others);
    await this.look();
  }

  /** The options were set, or the text was put away: what they make of the scenario is asked where it is not as the book lists it. */
  async follow(): Promise<void> {
    if (this.text === null && this.scenario && (this.own || this.draft || Object.keys(this.options()).length)) await this.look();
  }

  /** Asks the server. Only the answer to the last question counts. */
  async look(): Promise<Draft | null> {
    const mine = ++this.#asked;
    this.busy = true;
    const base = this.text !== null ? { text: this.text } : { scenario: this.scenario, options: this.options() };
    try {
      const draft = await api.draft(this.book, { ...base, armies: this.armies });
      if (mine === this.#asked) [this.draft, this.problem] = [draft, null];
      return draft;
    } catch (caught) {
      if (mine === this.#asked) this.problem = caught;
      return null;
    } finally {
      if (mine === this.#asked) this.busy = false;
    }
  }
}
