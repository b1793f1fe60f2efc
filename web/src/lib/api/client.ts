import { Problem, problemOf } from './problem';
import type {
  Analysed, AnalysisView, Book, Chart, ChatLine, Draft, DraftRequest, Entries, Game, NewGame, OddsAnswer, Order, OrdersReceipt, PositionView, Procedure,
  PromptRequest, PromptView, Replay, Rolled, RulePage, Summary, TableView,
} from './types';
import type { Advice, Ground, Layer, Market, Pick, Preview, ScenarioCard, Scene, Seat, Survey } from './kernel';
import type { Inputs } from './report';
import { joined } from './seen';

const ROOT = '/api/v1';

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(ROOT + path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem('lost', 0, 'The server cannot be reached.');
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function get<T>(path: string): Promise<T> {
  return (await send(path)).json();
}

async function post<T>(path: string, body: unknown = {}, key?: string, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (key) headers['Idempotency-Key'] = key;
  const init: RequestInit = { method: 'POST', headers, body: JSON.stringify(body) };
  if (signal) init.signal = signal;
  return (await send(path, init)).json();
}

const kept = new Map<string, Promise<unknown>>();

/** What never changes while the page is open is asked for once. */
function once<T>(path: string): Promise<T> {
  let answer = kept.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = get<T>(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return answer;
}

const grounds = new Map<string, Promise<Ground>>();

/** A ground is known by its digest, whichever game it belongs to, and asked for once. */
function groundOf(path: string, digest: string): Promise<Ground> {
  let ground = grounds.get(digest);
  if (!ground) {
    ground = get<Ground>(`${path}/ground/${digest}`);
    grounds.set(digest, ground);
    ground.catch(() => grounds.delete(digest));
  }
  return ground;
}

/** What was on a table, as it is drawn. */
async function sceneAt(path: string, query: string): Promise<Scene> {
  const { ground, position } = await get<PositionView>(`${path}/position?${query}`);
  return joined(await groundOf(path, ground), position);
}

const eyes = (seat: Seat | undefined) => (seat ? `seat=${encodeURIComponent(seat)}` : '');

export const api = {
  books: () => once<Book[]>('/books'),
  book: async (id: string): Promise<Book> => {
    const found = (await api.books()).find((book) => book.id === id);
    if (!found) throw new Problem('unknown', 404, `There is no book '${id}' on the shelf.`);
    return found;
  },
  rules: (book: string) => once<RulePage>(`/books/${book}/rules`),
  charts: (book: string) => once<Chart[]>(`/books/${book}/charts`),
  chart: (book: string, chart: string) => once<Chart>(`/books/${book}/charts/${chart}`),
  procedures: (book: string) => once<Procedure[]>(`/books/${book}/procedures`),
  odds: (book: string, procedure: string, inputs: Inputs, signal?: AbortSignal) =>
    post<OddsAnswer>(`/books/${book}/procedures/${procedure}/odds`, { inputs }, undefined, signal),
  roll: (book: string, procedure: string, inputs: Inputs, dice?: number[]) =>
    post<Rolled>(`/books/${book}/procedures/${procedure}/roll`, dice ? { inputs, dice } : { inputs }),
  setup: (book: string, scenario: string) => once<Scene>(`/books/${book}/scenarios/${scenario}/scene`),

  market: (book: string) => once<Market | null>(`/books/${book}/market`),
  draft: (book: string, draft: DraftRequest) => post<Draft>(`/books/${book}/drafts`, draft),

  games: () => get<{ mine: Summary[]; listed: Summary[] }>('/games'),
  newGame: (game: NewGame) => post<Game>('/games', game),
  game: (id: string) => get<Game>(`/games/${id}`),
  /** What the game's scenario is about, as it is played: the book may list another under its name. */
  card: (id: string) => once<ScenarioCard>(`/games/${id}/card`),
  join: (id: string, secret: string) => post<Game>(`/games/${id}/join`, { secret }),
  joinByCode: (id: string, code: string) => post<Game>(`/games/${id}/join`, { code }),
  revoke: (id: string, seat: Seat) => post<{ link: string | null }>(`/games/${id}/links/${seat}/revoke`),
  code: (id: string, seat: Seat) => post<{ code: string; until: number }>(`/games/${id}/links/${seat}/code`),
  commit: (id: string, seat: Seat, commitment: string) =>
    post<Game>(`/games/${id}/dice/commit`, { seat, commitment }),
  open: (id: string, seat: Seat, bytes: string) => post<Game>(`/games/${id}/dice/open`, { seat, bytes }),
  leaveDice: (id: string, seat: Seat) => post<Game>(`/games/${id}/dice/leave`, { seat }),

  table: (id: string, seat?: Seat) => get<TableView>(`/games/${id}/table?${eyes(seat)}`),
  entries: (id: string, seat: Seat, from: number) =>
    get<Entries>(`/games/${id}/entries?${eyes(seat)}&from=${from}&limit=500`),
  ground: (id: string, digest: string) => groundOf(`/games/${id}`, digest),
  sceneAfter: (id: string, seat: Seat, entry: number) => sceneAt(`/games/${id}`, `${eyes(seat)}&entry=${entry}`),
  prompt: (id: string, request: PromptRequest, signal?: AbortSignal) =>
    post<PromptView>(`/games/${id}/prompt`, request, undefined, signal),
  preview: (id: string, seat: Seat, ask: number, order: Order) => post<Preview>(`/games/${id}/preview`, { seat, ask, order }),
  orders: (id: string, seat: Seat, ask: number, orders: Order[], key: string) =>
    post<OrdersReceipt>(`/games/${id}/orders`, { seat, ask, orders }, key),
  undo: (id: string, seat: Seat, offer: boolean, key: string) =>
    post<{ undone: boolean; entry?: number }>(`/games/${id}/undo`, { seat, offer }, key),
  agree: (id: string, seat: Seat) => post<Game>(`/games/${id}/undo/agree`, { seat }),
  decline: (id: string, seat: Seat) => post<Game>(`/games/${id}/undo/decline`, { seat }),
  resign: (id: string, seat: Seat) => post<Game>(`/games/${id}/resign`, { seat }),
  reopen: (id: string, seat: Seat) => post<Game>(`/games/${id}/reopen`, { seat }),
  chat: async (id: string, from?: number): Promise<ChatLine[]> =>
    (await get<{ lines: ChatLine[] }>(`/games/${id}/chat${from === undefined ? '' : `?from=${from}`}`)).lines,
  say: (id: string, seat: Seat, text: string) => post<Game>(`/games/${id}/chat`, { seat, text }),
  quiet: (id: string, seat: Seat, quiet: boolean) => post<Game>(`/games/${id}/chat/quiet`, { seat, quiet }),
  notes: async (id: string, seat: Seat) => (await get<{ text: string }>(`/games/${id}/notes?${eyes(seat)}`)).text,
  note: (id: string, seat: Seat, text: string) => post<{ text: string }>(`/games/${id}/notes`, { seat, text }),
  whatIf: (id: string, seat: Seat, piece: number, on: Pick) => post<Preview | null>(`/games/${id}/what-if`, { seat, piece, on }),
  survey: (id: string, seat: Seat, piece: number) => post<Survey | null>(`/games/${id}/survey`, { seat, piece }),
  layers: (id: string, seat: Seat) => post<Layer[]>(`/games/${id}/layers`, { seat }),
  rematch: (id: string, seat: Seat, swap: boolean) => post<Game>(`/games/${id}/rematch`, { seat, swap }),

  log: async (id: string, seat: Seat) => (await send(`/games/${id}/log?${eyes(seat)}`)).text(),
  upload: async (log: string): Promise<Replay> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: log };
    return (await send('/logs', init)).json();
  },
  hint: (id: string, seat: Seat, ask: number) => post<Advice[]>(`/games/${id}/hint`, { seat, ask }),
  analysis: (of: Analysed, seat: Seat) => get<AnalysisView>(`/${of}/analysis?${eyes(seat)}`),
  analyse: (of: Analysed, seat: Seat) => post<AnalysisView>(`/${of}/analysis?${eyes(seat)}`),
  replay: (id: string) => get<Replay>(`/replays/${id}`),
  replayEntries: (id: string, seat: Seat, from: number) => get<Entries>(`/replays/${id}/entries?${eyes(seat)}&from=${from}`),
  replayScene: (id: string, seat: Seat, entry: number) => sceneAt(`/replays/${id}`, `${eyes(seat)}&entry=${entry}`),
};
