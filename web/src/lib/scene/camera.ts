import type { Spot } from './geometry';

const LEAST = 0.6;
const MOST = 14;
export const DRAG = 5;
const NEAR = 40;
/** The whole sheet lies beside the buttons at the left edge, not under them, and leaves a rim free on the other side; less where there is little room. */
const BESIDE = { buttons: 52, rim: 12 };
const BESIDE_NARROW = { buttons: 46, rim: 4 };
const ROOMY = 600;

/**
 * Pan, zoom and pinch over a sheet of fixed size. While the sheet moves it is only shifted by the compositor; it is
 * drawn anew, sharp, when zooming has come to rest.
 */
export class Camera {
  #x = 0;
  #y = 0;
  #zoom = 1;
  #drawn = 1;
  #fit = 1;
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #pointers = new Map<number, Spot>();
  #start: Spot | null = null;
  #dragged = false;
  /** Is it something else than the sheet that is dragged? */
  carries: (event: PointerEvent) => boolean = () => false;
  #watch: ResizeObserver;
  /** The size of the box that the sheet was fitted into. */
  #into: Spot = [0, 0];

  constructor(
    private readonly box: HTMLElement,
    private readonly sheet: HTMLElement,
    private size: Spot,
    /** How wide a piece is; where that is few pixels, the table is seen from afar. */
    private readonly piece: number,
    /** Hears how many pixels a unit has when the sheet is drawn anew. */
    private readonly ondrawn: (scale: number) => void = () => undefined,
  ) {
    this.#watch = new ResizeObserver(() => this.#refit());
    this.#watch.observe(box);
    box.addEventListener('wheel', this.#wheel, { passive: false });
    box.addEventListener('pointerdown', this.#down);
    box.addEventListener('pointermove', this.#move);
    box.addEventListener('pointerup', this.#up);
    box.addEventListener('pointercancel', this.#up);
    box.addEventListener('click', this.#click, true);
    this.fit();
  }

  close(): void {
    this.#watch.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.box.removeEventListener('wheel', this.#wheel);
    this.box.removeEventListener('pointerdown', this.#down);
    this.box.removeEventListener('pointermove', this.#move);
    this.box.removeEventListener('pointerup', this.#up);
    this.box.removeEventListener('pointercancel', this.#up);
    this.box.removeEventListener('click', this.#click, true);
  }

  /** Shows the whole sheet. */
  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (!width || !height) return;
    this.#into = [width, height];
    const { buttons, rim } = width < ROOMY ? BESIDE_NARROW : BESIDE;
    this.#fit = Math.min((width - buttons - rim) / this.size[0], height / this.size[1]);
    this.#zoom = this.#fit;
    this.#x = Math.max(buttons, (width - this.size[0] * this.#zoom) / 2);
    this.#y = (height - this.size[1] * this.#zoom) / 2;
    this.#redraw();
  }

  /** The box has another size: the whole sheet is shown as before, or what was in the middle of a part of it, as much larger than the whole. */
  #refit(): void {
    const [width, height] = this.#into;
    const [x, y] = [(width / 2 - this.#x) / this.#zoom, (height / 2 - this.#y) / this.#zoom];
    const by = this.#zoom / this.#fit;
    this.fit();
    if (by === 1) return;
    this.#zoom *= by;
    [this.#x, this.#y] = [this.#into[0] / 2 - x * this.#zoom, this.#into[1] / 2 - y * this.#zoom];
    this.#redraw();
  }

  pan(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
    this.#apply();
  }

  /** Zooms by a factor around a spot of the box; around its middle where none is given. */
  zoom(by: number, around?: Spot): void {
    const [cx, cy] = around ?? [this.box.clientWidth / 2, this.box.clientHeight / 2];
    const next = Math.min(this.#fit * MOST, Math.max(this.#fit * LEAST, this.#zoom * by));
    const ratio = next / this.#zoom;
    this.#x = cx - (cx - this.#x) * ratio;
    this.#y = cy - (cy - this.#y) * ratio;
    this.#zoom = next;
    this.#apply();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#redraw(), 160);
  }

  /** Moves the sheet so that a spot of the table is well within the box. */
  show([x, y]: Spot): void {
    const [bx, by] = [x * this.#zoom + this.#x, y * this.#zoom + this.#y];
    const { clientWidth: width, clientHeight: height } = this.box;
    const margin = Math.min(width, height) * 0.12;
    const into = (at: number, most: number) => Math.min(0, most - margin - at) + Math.max(0, margin - at);
    const [dx, dy] = [into(bx, width), into(by, height)];
    if (dx || dy) this.pan(dx, dy);
  }

  /** Is a spot of the table within the box? */
  sees([x, y]: Spot): boolean {
    const [bx, by] = [x * this.#zoom + this.#x, y * this.#zoom + this.#y];
    return bx >= 0 && by >= 0 && bx <= this.box.clientWidth && by <= this.box.clientHeight;
  }

  /** The spot of the table under a pointer. */
  spot(event: { clientX: number; clientY: number }): Spot {
    const frame = this.box.getBoundingClientRect();
    return [(event.clientX - frame.left - this.#x) / this.#zoom, (event.clientY - frame.top - this.#y) / this.#zoom];
  }

  /** How many pixels a unit of the table has. */
  get scale(): number {
    return this.#zoom;
  }

  #redraw(): void {
    this.#drawn = this.#zoom;
    this.sheet.style.width = `${this.size[0] * this.#drawn}px`;
    this.sheet.style.height = `${this.size[1] * this.#drawn}px`;
    this.box.classList.toggle('far', this.piece * this.#drawn < NEAR);
    this.ondrawn(this.#drawn);
    this.#apply();
  }

  #apply(): void {
    const { clientWidth: width, clientHeight: height } = this.box;
    const [w, h] = [this.size[0] * this.#zoom, this.size[1] * this.#zoom];
    const keep = 60;
    this.#x = Math.min(width - keep, Math.max(keep - w, this.#x));
    this.#y = Math.min(height - keep, Math.max(keep - h, this.#y));
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const scale = this.#zoom / this.#drawn;
      const by = Math.abs(scale - 1) < 1e-6 ? '' : ` scale(${scale})`;
      this.sheet.style.transform = `translate(${Math.round(this.#x)}px, ${Math.round(this.#y)}px)${by}`;
    });
  }

  #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const frame = this.box.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * 0.0016), [event.clientX - frame.left, event.clientY - frame.top]);
  };

  #down = (event: PointerEvent): void => {
    if (event.button !== 0 || (!this.#pointers.size && this.carries(event))) return;
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.#pointers.size === 1) [this.#start, this.#dragged] = [[event.clientX, event.clientY], false];
  };

  #move = (event: PointerEvent): void => {
    const before = this.#pointers.get(event.pointerId);
    if (!before || !this.#start) return;
    const now: Spot = [event.clientX, event.clientY];
    if (!this.#dragged) {
      if (Math.hypot(now[0] - this.#start[0], now[1] - this.#start[1]) < DRAG && this.#pointers.size < 2) return;
      this.#dragged = true;
      this.box.classList.add('moving');
      this.box.setPointerCapture(event.pointerId);
    }
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    this.#pointers.set(event.pointerId, now);
    const other = others[0];
    if (!other) {
      this.pan(now[0] - before[0], now[1] - before[1]);
      return;
    }
    const frame = this.box.getBoundingClientRect();
    const mid: Spot = [(now[0] + other[0]) / 2 - frame.left, (now[1] + other[1]) / 2 - frame.top];
    this.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    const span = Math.hypot(before[0] - other[0], before[1] - other[1]);
    if (span > 0) this.zoom(Math.hypot(now[0] - other[0], now[1] - other[1]) / span, mid);
  };

  #up = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size) return;
    this.#start = null;
    this.box.classList.remove('moving');
  };

  /** A drag that ends on a piece does not pick it. */
  #click = (event: MouseEvent): void => {
    if (!this.#dragged) return;
    event.stopPropagation();
    this.#dragged = false;
  };
}
