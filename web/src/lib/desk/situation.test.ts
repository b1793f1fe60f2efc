import { describe, expect, it } from 'vitest';
import { fields } from '../api/samples';
import type { Field } from '../api/report';
import { defaults, difference, fromQuery, toQuery, variants } from './situation';

const all: Field[] = fields;

describe('a situation', () => {
  it('starts from the defaults, and its link is then empty', () => {
    expect(toQuery(all, defaults(all))).toBe('');
  });

  it('comes back from its link as it was', () => {
    const inputs = { ...defaults(all), cover: true, range: 4, with: 'gun', targets: [{ lost: 2 }] };
    const back = fromQuery(all, new URLSearchParams(toQuery(all, inputs)));
    expect(back).toEqual(inputs);
    expect(difference(all, back, defaults(all))).toBe('cover: yes; range: 4; with: gun; targets: 2');
  });

  it('takes nothing from a link that is not of the right kind', () => {
    expect(fromQuery(all, new URLSearchParams('range=far&cover=1&with=bow&targets=3'))).toEqual(defaults(all));
  });

  it('compares flags, few choices and short ranges, and no lists', () => {
    expect(all.map((field) => variants(field).length)).toEqual([2, 6, 2, 0]);
  });
});
