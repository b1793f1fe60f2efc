import { api } from '../api/client';
import type { Feature, Layer, Pick, Preview, Scene, Seat, Survey } from '../api/kernel';
import { everything, type Offered } from '../scene/offered';
import { tapeBetween } from '../scene/tape';
import type { Touch } from '../scene/touch';
import { words } from './inches';
import { marked, pickedOf } from './marks';

export type Look = 'what-if' | 'sight' | 'tape';

/**
 * Looking without deciding, at any moment and by anybody: what if one acted on another, what a piece sees and who sees it, how
 * far it is from anything to anything. The first two are the server's to say; the tape is laid on what is drawn.
 */
export class Looking {
  kind = $state<Look | null>(null);
  from = $state.raw<Touch | null>(null);
  to = $state.raw<Touch | null>(null);
  found = $state.raw<Preview | Survey | null>(null);
  /** What the book can lay over the whole table, and the one of them that lies there. */
  layers = $state.raw<Layer[]>([]);
  layer = $state.raw<Layer | null>(null);
  /** The piece that is looked for on the table. */
  sought = $state<number | null>(null);
  /** The book has nothing to say to this. */
  silent = $state(false);
  trouble = $state.raw<unknown>(null);
  #asked = 0;

  constructor(
    readonly game: string,
    readonly eyes: () => Seat,
    readonly scene: () => Scene | null,
  ) {}

  /** Begins to look, from a piece where one is at hand; or ends it. */
  begin(kind: Look, piece: number | null): void {
    if (this.kind === kind) return this.close();
    this.close();
    this.kind = kind;
    if (kind === 'sight') this.#layers();
    if (piece !== null) this.touch({ piece });
  }

  close(): void {
    this.#asked++;
    this.kind = null;
    this.#forget();
    [this.from, this.layers, this.layer, this.sought] = [null, [], null, null];
  }

  /** Lays a layer over the table, or takes it off. */
  lay(layer: Layer): void {
    this.#asked++;
    this.#forget();
    [this.from, this.layer] = [null, this.layer === layer ? null : layer];
  }

  /** Finds a piece on the table, and says how it stands. */
  find(piece: number): void {
    this.sought = piece;
    this.touch({ piece });
  }

  /** Takes the last end back, or ends it. */
  back(): void {
    if (!this.from) return this.close();
    this.#asked++;
    this.#forget();
    if (!this.to || this.kind !== 'tape') this.from = null;
    this.to = null;
  }

  touch(touch: Touch): void {
    if ('facing' in touch) return;
    if (this.kind === 'sight') {
      if ('piece' in touch) this.#look(touch, null, () => api.survey(this.game, this.eyes(), touch.piece));
    } else if (this.from === null || (this.to !== null && this.kind === 'tape')) {
      this.#forget();
      if ('piece' in touch || this.kind === 'tape') this.from = touch;
    } else if (this.kind === 'tape') {
      this.to = touch;
    } else if ('piece' in this.from) {
      const { piece } = this.from;
      if ('piece' in touch && touch.piece === piece) return this.back();
      this.#look(this.from, touch, () => api.whatIf(this.game, this.eyes(), piece, touch as Pick));
    }
  }

  /** The end that is pointed at, before it is laid. */
  point(touch: Touch | null): void {
    this.pointed = this.kind === 'tape' && this.from && !this.to ? touch : null;
  }
  pointed = $state.raw<Touch | null>(null);

  #look(from: Touch, to: Touch | null, ask: () => Promise<Preview | Survey | null>): void {
    const turn = ++this.#asked;
    this.#forget();
    [this.from, this.to] = [from, to];
    ask().then(
      (found) => {
        if (turn !== this.#asked) return;
        this.found = found;
        this.silent = found === null;
      },
      (caught) => {
        if (turn === this.#asked) this.trouble = caught;
      },
    );
  }

  /** Asks what can be laid over the table. Where the book has nothing, a piece is touched all the same. */
  #layers(): void {
    api.layers(this.game, this.eyes()).then(
      (layers) => {
        if (this.kind === 'sight') this.layers = layers;
      },
      () => undefined,
    );
  }

  #forget(): void {
    [this.found, this.silent, this.trouble, this.to, this.pointed] = [null, false, null, null, null];
  }

  /** What can be touched while looking: every piece, and every place as well where it is about places. */
  offered = $derived.by<Offered | null>(() => {
    const scene = this.kind ? this.scene() : null;
    if (!scene) return null;
    const places = this.kind === 'tape' || (this.kind === 'what-if' && this.from !== null && scene.square);
    return everything(scene, Boolean(places));
  });

  /** The pieces and places that are looked from and at. */
  chosen = $derived(pickedOf([this.from, this.to].filter((end) => end !== null)));

  /** The tape as it lies, in the terms of the table. */
  tape = $derived.by(() => {
    const scene = this.scene();
    const end = this.to ?? this.pointed;
    if (this.kind !== 'tape' || !scene || !this.from || !end) return null;
    const laid = tapeBetween(scene, this.from, end);
    return laid && { ...laid, words: words(laid.inches) };
  });

  overlays = $derived<Feature[]>((this.found ?? this.layer)?.overlays ?? []);
  path = $derived<[number, number][]>(this.found && 'path' in this.found ? this.found.path : []);

  /** Those whom the piece sees or who see it, or whom the layer is about. */
  seen = $derived(marked(this.found && 'sees' in this.found ? [...this.found.sees, ...this.found.seen_by] : (this.layer?.pieces ?? [])));

  /** What something is called. */
  name(touch: Touch | null): string {
    const scene = this.scene();
    if (!touch || !scene) return '';
    if ('piece' in touch) return scene.pieces.find((one) => one.id === touch.piece)?.name ?? '';
    if ('place' in touch) return scene.places.find((one) => one.id === touch.place)?.name ?? '';
    return 'point' in touch ? `the point ${words(touch.point.x / 100)} right, ${words(touch.point.y / 100)} down` : '';
  }
}
