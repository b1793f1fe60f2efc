import type { EntryView, Seat } from './kernel';
import type { Step } from './seen';
import type { Game } from './types';

/** What happened for some eyes, and how what they see has changed; left out where the stream cannot know what they saw. */
export type LiveEntries = { game: string; seat: Seat; from: number; entries: EntryView[]; changes?: Step };
type Listener = { game?: (game: Game) => void; entries?: (entries: LiveEntries) => void; healed?: () => void };

/** One stream of what happens in the games that this page looks at. It heals by itself and says when it is lost. */
export class Live {
  state = $state<'connecting' | 'open' | 'lost'>('connecting');
  #source: EventSource | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  #cursor: string;
  #waits = 500;

  constructor(
    private readonly games: string[],
    seen: string,
    private readonly listener: Listener,
  ) {
    this.#cursor = seen;
    this.#connect();
    addEventListener('online', this.#retry);
    addEventListener('offline', this.#lose);
  }

  close(): void {
    clearTimeout(this.#again);
    this.#source?.close();
    removeEventListener('online', this.#retry);
    removeEventListener('offline', this.#lose);
  }

  #retry = (): void => {
    if (this.state !== 'open') this.#connect();
  };

  #lose = (): void => {
    this.state = 'lost';
    this.#source?.close();
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#connect(), this.#waits);
    this.#waits = Math.min(this.#waits * 2, 8000);
  };

  #connect(): void {
    clearTimeout(this.#again);
    this.#source?.close();
    const last = this.#cursor ? `&last=${encodeURIComponent(this.#cursor)}` : '';
    const source = new EventSource(`/api/v1/events?games=${this.games.join(',')}${last}`);
    this.#source = source;
    source.onopen = () => {
      const healed = this.state === 'lost';
      this.state = 'open';
      this.#waits = 500;
      if (healed) this.listener.healed?.();
    };
    source.onerror = this.#lose;
    source.addEventListener('game', (event) => this.#take(event, (data) => this.listener.game?.(data as Game)));
    source.addEventListener('entries', (event) =>
      this.#take(event, (data) => this.listener.entries?.(data as LiveEntries)),
    );
  }

  #take(event: MessageEvent<string>, told: (data: unknown) => void): void {
    if (event.lastEventId) this.#cursor = event.lastEventId;
    told(JSON.parse(event.data));
  }
}
