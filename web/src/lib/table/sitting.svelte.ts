import { api } from '../api/client';
import { giveDice } from '../api/dice';
import { hold } from '../api/held';
import type { EntryView, Seat } from '../api/kernel';
import { Live, type LiveEntries } from '../api/live.svelte';
import { Problem } from '../api/problem';
import { seenOf, stepped, type Seen } from '../api/seen';
import type { AskView, Game, OrdersReceipt } from '../api/types';
import { notices } from '../notices/notices.svelte';
import { newKey, patiently } from './patience';

export const SPECTATOR = 'spectator';

/** How long the stream may take to bring what was done, in milliseconds. */
const PATIENCE = 1500;

/** One browser at one table: what its eyes see, kept up to date, and what it may do there. */
export class Sitting {
  game = $state.raw<Game | null>(null);
  view = $state.raw<Seen | null>(null);
  entries = $state.raw<EntryView[]>([]);
  seat = $state<Seat>(SPECTATOR);
  trouble = $state.raw<unknown>(null);
  /** The server has gone back on what it showed of the dice: nothing more is done here. */
  changed = $state.raw<Problem | null>(null);
  /** How many entries these eyes had seen when their owner last looked. */
  since = $state(0);
  /** How many lines of talk its owner has read. */
  said = $state(0);
  live = $state.raw<Live | null>(null);
  #refreshing: Promise<void> | null = null;
  #again = false;
  /** How often the stream has told of the game: what was fetched meanwhile may be older. */
  #tellings = 0;
  /** Those who wait for the stream to bring what they have done. */
  #waiting: (() => void)[] = [];

  mine = $derived((this.game?.seats ?? []).filter((sitting) => sitting.mine).map((sitting) => sitting.seat));
  ask = $derived<AskView | null>(
    (this.view ? (this.game?.asks ?? []) : []).find((ask) => ask.mine && ask.seat === this.seat) ?? null,
  );
  /** Does the book hide anything? Then the table is covered between two at one screen. */
  hides = $state(true);
  /** Whoever sits at this screen may see what all its seats see: one plays all sides, or nobody looks. */
  uncovered = $state(false);
  /** Has the table lain open for all at this screen since somebody took it? Then who writes next takes it first. */
  #layOpen = $state(false);
  /** In a hot seat: the seat of this browser that has to decide and has not taken the screen yet. */
  handover = $derived.by<Seat | null>(() => {
    if (!this.hides || this.uncovered || this.mine.length < 2 || !this.view) return null;
    const next = this.ask ?? (this.game?.asks ?? []).find((ask) => ask.mine);
    return !next || next.open || (this.ask && !this.#layOpen) ? null : next.seat;
  });

  constructor(readonly id: string) {}

  async open(): Promise<void> {
    try {
      this.game = await api.game(this.id);
      this.#hold();
      this.said = Number(localStorage.getItem(`heard/${this.id}`) ?? 0);
      this.uncovered = sessionStorage.getItem(`uncovered/${this.id}`) !== null;
      this.hides = (await api.book(this.game.book)).hides ?? true;
      const asked = this.game.asks.find((ask) => ask.mine)?.seat;
      const kept = sessionStorage.getItem(`eyes/${this.id}`);
      this.seat = (kept && this.mine.includes(kept) ? kept : (asked ?? this.mine[0])) ?? SPECTATOR;
      await this.#dice();
      if (this.#begun()) await this.look(this.seat);
      const others = await notices.games(this.id).catch(() => []);
      this.live = new Live([this.id, ...others], this.#cursor(), {
        game: (game) => (game.id === this.id ? void this.#told(game) : notices.told(game)),
        entries: (entries) => void this.#happened(entries),
        healed: () => void this.refresh(),
      });
    } catch (caught) {
      this.trouble = caught;
    }
  }

  close(): void {
    this.live?.close();
  }

  /** From now on the table is not covered between the seats of this screen. */
  leaveOpen(): void {
    this.uncovered = true;
    sessionStorage.setItem(`uncovered/${this.id}`, 'yes');
    this.#passOn();
  }

  /** A seat takes the screen that was covered. */
  async take(seat: Seat): Promise<void> {
    this.#layOpen = false;
    await this.look(seat);
  }

  /** Looks at the table with the eyes of a seat. */
  async look(seat: Seat): Promise<void> {
    this.seat = seat;
    if (this.mine.includes(seat)) sessionStorage.setItem(`eyes/${this.id}`, seat);
    // Where nobody minds, what the other eyes saw stays until the new ones see.
    if (!this.uncovered && !this.#layOpen) this.view = null;
    this.entries = [];
    const kept = localStorage.getItem(this.#seenKey());
    await this.refresh();
    this.since = kept === null ? this.entries.length : Math.min(Number(kept), this.entries.length);
  }

  /** Fetches what is on the table now. Calls that come while one is under way are one more. */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#again = true;
      return this.#refreshing;
    }
    this.#refreshing = this.#fetch().finally(() => {
      this.#refreshing = null;
      if (!this.#again) return;
      this.#again = false;
      return this.refresh();
    });
    return this.#refreshing;
  }

  /** The owner has taken note of all that happened. */
  looked(): void {
    this.since = this.entries.length;
    localStorage.setItem(this.#seenKey(), String(this.since));
  }

  /** The owner has read what was said. */
  heard(lines: number): void {
    this.said = lines;
    localStorage.setItem(`heard/${this.id}`, String(lines));
  }

  async order(ask: number, order: unknown): Promise<void> {
    const [seat, key] = [this.seat, newKey()];
    try {
      if (this.changed) throw this.changed;
      const done = await patiently(() => api.orders(this.id, seat, ask, [order], key));
      this.trouble = null;
      await this.#brought(seat, ask, done);
    } catch (caught) {
      this.trouble = caught;
      await this.refresh();
      if (!(caught instanceof Problem && caught.kind === 'stale')) throw caught;
    } finally {
      this.looked();
    }
  }

  /** Waits until the stream has brought what an order did, and fetches it where the stream does not. */
  async #brought(seat: Seat, ask: number, { entries }: OrdersReceipt): Promise<void> {
    const isHere = () =>
      seat !== this.seat ||
      (this.entries.length >= entries && !this.game?.asks.some((open) => open.mine && open.seat === seat && open.id === ask));
    const until = performance.now() + PATIENCE;
    while (this.live?.state === 'open' && !isHere() && performance.now() < until) {
      await new Promise<void>((woken) => {
        this.#waiting.push(woken);
        setTimeout(woken, PATIENCE);
      });
    }
    if (!isHere()) await this.refresh();
  }

  async undo(offer: boolean): Promise<void> {
    const key = newKey();
    await this.#try(() => patiently(() => api.undo(this.id, this.seat, offer, key)));
  }

  agree = () => this.#try(() => api.agree(this.id, this.seat));
  decline = () => this.#try(() => api.decline(this.id, this.seat));
  resign = () => this.#try(() => api.resign(this.id, this.seat));

  async #try(act: () => Promise<unknown>): Promise<void> {
    try {
      if (this.changed) throw this.changed;
      await act();
      this.trouble = null;
    } catch (caught) {
      this.trouble = caught;
    }
    await this.refresh();
  }

  async #fetch(): Promise<void> {
    const [seat, from, tellings] = [this.seat, this.entries.length, this.#tellings];
    try {
      const [game, table, more] = await Promise.all([
        api.game(this.id),
        api.table(this.id, seat),
        api.entries(this.id, seat, from),
      ]);
      const ground = await api.ground(this.id, table.ground);
      if (seat !== this.seat) return;
      if (tellings === this.#tellings) this.game = game;
      this.#hold();
      // The server can be reached again.
      if (this.trouble instanceof Problem && this.trouble.lost) this.trouble = null;
      this.#take(from, more.entries);
      // What the stream has brought meanwhile is newer.
      if (!this.view || table.entries >= this.entries.length) this.view = seenOf(ground, table.position, table.version);
      if (this.entries.length < more.count) this.#again = true;
      this.#passOn();
    } catch (caught) {
      if (caught instanceof Problem && caught.lost) return;
      this.trouble = caught;
    }
  }

  #take(from: number, more: EntryView[]): void {
    const fresh = more.slice(Math.max(0, this.entries.length - from));
    if (fresh.length && from <= this.entries.length) this.entries = [...this.entries, ...fresh];
  }

  async #told(game: Game): Promise<void> {
    this.#tellings++;
    this.game = game;
    this.#hold();
    this.#wake();
    await this.#dice();
    if (!this.view && this.#begun()) await this.look(this.seat);
  }

  /** What happened, and the step from what was seen to what is seen now. Whoever saw something else looks anew, once. */
  async #happened({ game, seat, from, entries, changes }: LiveEntries): Promise<void> {
    if (game !== this.id || !this.view || (seat !== this.seat && this.hides)) return;
    const gap = from > this.entries.length;
    this.#take(from, entries);
    const next = changes && stepped(this.view, changes);
    if (next) this.view = next;
    const lost = changes ? !next && this.view.version !== changes.to : entries.length > 0;
    if (gap || lost) await this.refresh();
    this.#wake();
  }

  /** Where nothing is hidden, or nothing now, or nobody minds, whoever has to decide takes over. */
  #passOn(): void {
    const next = this.ask ?? (this.game?.asks ?? []).find((ask) => ask.mine);
    if (next?.open) this.#layOpen = true;
    if ((this.hides && !this.uncovered && !next?.open) || this.mine.length < 2) return;
    if (!next || next.seat === this.seat) return;
    if (this.hides) return void this.look(next.seat);
    this.seat = next.seat;
    sessionStorage.setItem(`eyes/${this.id}`, next.seat);
  }

  #wake(): void {
    this.#passOn();
    for (const woken of this.#waiting.splice(0)) woken();
  }

  async #dice(): Promise<void> {
    if (!this.game || this.changed || this.#begun()) return;
    try {
      this.game = await giveDice(this.game);
    } catch (caught) {
      this.#fail(caught);
    }
  }

  /** Holds the game to what this browser saw of its dice before. */
  #hold(): void {
    try {
      if (this.game) hold(this.game);
    } catch (caught) {
      this.#fail(caught);
    }
  }

  #fail(caught: unknown): void {
    // Said once, however often it is found again.
    if (caught instanceof Problem && caught.kind === 'changed') this.changed ??= caught;
    this.trouble = this.changed ?? caught;
  }

  #begun(): boolean {
    return this.game?.status === 'playing' || this.game?.status === 'over';
  }

  #cursor(): string {
    return this.view ? `${this.id}.${this.seat}.${this.entries.length}` : '';
  }

  #seenKey(): string {
    return `seen/${this.id}/${this.seat}`;
  }
}
