import { api } from '../api/client';
import type { EntryView, GameResult, Scene, Seat } from '../api/kernel';
import type { Analysed, Replay } from '../api/types';

/** A game that can be played through again: one of this server's, or a log from elsewhere. */
export type Source = {
  book: string;
  title: string;
  eyes: Seat[];
  result: GameResult | null;
  verified: Replay | null;
  entries: (seat: Seat) => Promise<EntryView[]>;
  scene: (seat: Seat, entry: number) => Promise<Scene>;
  log: ((seat: Seat) => Promise<string>) | null;
  /** What luck and judgement did can be asked of it once it is over. */
  analysed: Analysed | null;
};

/** A game of this server. While it goes on only what one's own eyes may see; afterwards any seat's, for its log is whole. */
export async function ofGame(id: string): Promise<Source> {
  const game = await api.game(id);
  const book = await api.book(game.book);
  const mine = game.seats.filter((sitting) => sitting.mine).map((sitting) => sitting.seat);
  if (game.status === 'over') {
    const own = mine[0] ?? 'spectator';
    const whole = await api.upload(await api.log(id, own));
    const source = await ofLog(whole.replay);
    return { ...source, title: game.name || source.title, log: () => api.log(id, own), analysed: `games/${id}` };
  }
  return {
    book: game.book,
    title: game.name || game.own || (book.scenarios.find((one) => one.id === game.scenario)?.title ?? game.scenario),
    eyes: [...mine, 'spectator'],
    result: game.result,
    verified: null,
    entries: (seat) => all((from) => api.entries(id, seat, from)),
    scene: (seat, entry) => api.sceneAfter(id, seat, entry),
    log: (seat) => api.log(id, seat),
    analysed: null,
  };
}

/** A log that was handed in. */
export async function ofLog(id: string): Promise<Source> {
  const replay = await api.replay(id);
  // The table that was played on knows what the battle is called; the book may list another under its name.
  const laid = await api.replayScene(id, 'spectator', 0).catch(() => null);
  return {
    book: replay.book,
    title: laid?.title ?? replay.scenario,
    eyes: [...replay.seats, 'spectator'],
    result: replay.result,
    verified: replay,
    entries: (seat) => all((from) => api.replayEntries(id, seat, from)),
    scene: (seat, entry) => api.replayScene(id, seat, entry),
    log: null,
    analysed: replay.result ? `replays/${id}` : null,
  };
}

async function all(page: (from: number) => Promise<{ count: number; entries: EntryView[] }>): Promise<EntryView[]> {
  const entries: EntryView[] = [];
  for (;;) {
    const next = await page(entries.length);
    entries.push(...next.entries);
    if (!next.entries.length || entries.length >= next.count) return entries;
  }
}
