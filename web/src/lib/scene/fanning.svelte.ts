import type { Scene } from '../api/kernel';
import { fannedOut, READABLE, stacksOf, type Fanned, type Stack } from './fan';
import type { Lying } from './stacks';

const DWELL = 280;
type Table = { scene: Scene; spots: Map<number, Lying>; zoom: number; canBePicked: (piece: number) => boolean };

/** Which stack is fanned out: the one that the pointer rests on, that was tapped, or that has the focus. */
export class Fanning {
  stack = $state.raw<Stack | null>(null);
  fanned = $state.raw<Fanned | null>(null);
  /** Is there nothing on the slip for the pointer to pick? Then it is only read, and the pointer goes through it. */
  onlyRead = $state(false);
  #byFocus = false;
  #wait: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: () => Table) {}

  close(): void {
    clearTimeout(this.#wait);
    if (this.stack) [this.stack, this.fanned] = [null, null];
  }

  /**
   * The pointer comes over something. Only one that rests fans a stack out. Beside it the stack is put together again: at once
   * where it is only read; else when the pointer rests there, which comes over the table on its way from one piece to the next.
   */
  over(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || event.buttons) return;
    clearTimeout(this.#wait);
    const target = event.target as Element;
    if (target.closest('.fan')) return;
    const stack = this.#under(target);
    if (stack && stack.pieces[0] === this.stack?.pieces[0]) return;
    if (this.onlyRead) this.close();
    this.#wait = setTimeout(() => {
      if (!stack || !this.#open(stack)) this.close();
    }, DWELL);
  }

  /** The pointer leaves the table. */
  leave(event: PointerEvent): void {
    if (event.pointerType === 'mouse') this.close();
  }

  /** A finger on a stack fans it out first; a second tap picks. */
  tap(event: MouseEvent): void {
    if ((event as PointerEvent).pointerType !== 'touch' || (event.target as Element).closest('.fan')) return;
    const stack = this.#under((event.target as Element).closest('[data-piece]'));
    this.close();
    if (stack && this.#open(stack, true)) event.stopPropagation();
  }

  /** By keys a stack fans out as soon as one of its pieces has the focus. */
  focus(event: FocusEvent): void {
    const target = event.target as Element;
    const stack = target.matches(':focus-visible') ? this.#under(target) : null;
    this.#byFocus = stack !== null && this.#open(stack);
  }

  /** The focus leaves: what it fanned out is put together again, what a pointer did stays. */
  blur(): void {
    if (this.#byFocus) this.close();
    this.#byFocus = false;
  }

  #under(target: Element | null): Stack | null {
    const { scene } = this.table();
    const stacks = stacksOf(scene);
    const piece = target?.closest<SVGElement>('[data-piece]')?.dataset['piece'];
    if (piece !== undefined) return stacks.get(Number(piece)) ?? null;
    const place = target?.closest<SVGElement>('[data-place]')?.dataset['place'];
    return [...stacks.values()].find((stack) => stack.place !== null && stack.place === Number(place)) ?? null;
  }

  /** Fans a stack out, unless its pieces are large enough already. */
  #open(stack: Stack, byFinger = false): boolean {
    const { scene, spots, zoom, canBePicked } = this.table();
    const widest = Math.max(...stack.pieces.map((piece) => spots.get(piece.id)?.size[0] ?? piece.size[0]));
    if (widest * zoom >= READABLE) return false;
    this.fanned = fannedOut(stack, spots, zoom, scene.size);
    this.stack = stack;
    this.onlyRead = !byFinger && !stack.pieces.some(({ id }) => canBePicked(id));
    return true;
  }
}
