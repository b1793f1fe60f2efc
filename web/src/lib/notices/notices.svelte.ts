import { api } from '../api/client';
import { Live } from '../api/live.svelte';
import type { Game } from '../api/types';
import { callOut } from '../table/callout';
import { settings } from '../ui/settings.svelte';

/** A stream shows at most 50 games; one is kept for the table that is open. */
const MOST = 49;

/**
 * The games of this browser in which another person plays: it hears when one of them waits for its owner, whatever page is
 * open. A table that is open has a stream already, and hears of the others by it; every other page has one of its own.
 */
class Notices {
  /** The games in which it is the owner's turn. */
  yours = $state.raw<ReadonlySet<string>>(new Set());
  #heard = new Set<string>();
  #live: Live | null = null;
  /** Those who want to know that something has changed. */
  #listeners = new Set<() => void>();

  /** The table that is open. */
  #here = '';

  constructor() {
    // Pages name themselves; how many games wait for their owner elsewhere is put before it, whatever the page is.
    new MutationObserver(() => this.#dress()).observe(document.head, { childList: true, subtree: true, characterData: true });
    $effect.root(() => {
      $effect(() => this.#dress());
    });
  }

  #dress(): void {
    const waiting = [...this.yours].filter((id) => id !== this.#here).length;
    const page = document.title.replace(/^\(\d+\) /, '');
    const title = settings.titled && waiting ? `(${waiting}) ${page}` : page;
    if (title !== document.title) document.title = title;
  }

  /** The games with other people that are being played, without the one that is open. */
  async games(here = ''): Promise<string[]> {
    this.#here = here;
    const { mine } = await api.games();
    const played = mine.filter((game) => game.status === 'playing' && game.seats.some((one) => one.kind === 'person' && !one.mine));
    this.yours = new Set(played.filter((game) => game.yours).map((game) => game.id));
    return played.map((game) => game.id).filter((id) => id !== here).slice(0, MOST);
  }

  /** Listens on a page that has no stream of its own. */
  async listen(): Promise<void> {
    this.stop();
    try {
      const games = await this.games();
      if (games.length) this.#live = new Live(games, '', { game: (game) => this.told(game) });
    } catch {
      // Without a server there is nothing to hear; pages that need it say so.
    }
  }

  stop(): void {
    this.#live?.close();
    this.#live = null;
  }

  /** Calls back whenever one of the games has changed. */
  onchange(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  /** The stream tells of a game: at once when it begins, and whenever something is different. */
  told(game: Game): void {
    const ask = game.status === 'playing' ? game.asks.find((one) => one.mine) : undefined;
    const known = this.#heard.has(game.id);
    this.#heard.add(game.id);
    const was = this.yours.has(game.id);
    if (was !== (ask !== undefined)) {
      const others = [...this.yours].filter((id) => id !== game.id);
      this.yours = new Set(ask ? [...others, game.id] : others);
    }
    if (ask && !was && known) callOut(ask.question, game.name || game.scenario);
    if (known) for (const changed of this.#listeners) changed();
  }
}

export const notices = new Notices();
