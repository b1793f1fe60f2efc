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
