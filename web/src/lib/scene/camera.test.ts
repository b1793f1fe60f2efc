import { expect, it, vi } from 'vitest';
import { Camera } from './camera';

it('the whole table lies beside the buttons at its edge, on a phone too', () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  for (const [width, height, buttons] of [[390, 300, 46], [1000, 700, 52]] as const) {
    const [box, sheet] = [document.createElement('div'), document.createElement('div')];
    Object.defineProperties(box, { clientWidth: { value: width }, clientHeight: { value: height } });
    const camera = new Camera(box, sheet, [4000, 2000], 100);
    const left = Number(/translate\((\d+)px/.exec(sheet.style.transform)?.[1]);
    expect(left).toBeGreaterThanOrEqual(buttons);
    expect(left + parseFloat(sheet.style.width)).toBeLessThanOrEqual(width);
    camera.close();
  }
  vi.unstubAllGlobals();
});

it('in a box of another size the whole table is shown again, or what was in the middle, as much larger than the whole', () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  let resized = (): void => undefined;
  vi.stubGlobal('ResizeObserver', class {
    constructor(heard: () => void) {
      resized = heard;
    }
    observe(): void {}
    disconnect(): void {}
  });
  const [box, sheet, now] = [document.createElement('div'), document.createElement('div'), { width: 1400, height: 800 }];
  Object.defineProperties(box, { clientWidth: { get: () => now.width }, clientHeight: { get: () => now.height } });
  const camera = new Camera(box, sheet, [3000, 4000], 100);
  const wide = () => parseFloat(sheet.style.width);
  camera.pan(30, 10);
  Object.assign(now, { width: 390, height: 400 });
  resized();
  expect(wide()).toBeCloseTo(300);
  camera.zoom(4);
  camera.show([200, 300]);
  const middle = () => camera.spot({ clientX: now.width / 2, clientY: now.height / 2 }).map(Math.round);
  const before = middle();
  Object.assign(now, { width: 1400, height: 800 });
  resized();
  expect([wide(), middle()]).toEqual([4 * 600, before]);
  camera.close();
  vi.unstubAllGlobals();
});
