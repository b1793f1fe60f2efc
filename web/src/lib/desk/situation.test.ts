import { describe, expect, it } from 'vitest';
import { fields } from '../api/samples';
import type { Field } from '../api/report';
import { defaults, difference, fromQuery, search, told, toQuery, variants } from './situation';

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

it('tells a situation by what differs and by the defaults that count', () => {
  const some: Field[] = [
    { kind: 'choice', name: 'attacker', help: '', rule: null, default: 'sherman-75', choices: [{ name: 'sherman-75', help: '' }] },
    { kind: 'number', name: 'range', help: '', rule: null, default: 12, min: 1, max: 72 },
    { kind: 'number', name: 'riders', help: '', rule: null, default: 0, min: 0, max: 3 },
    { kind: 'flag', name: 'hull-down', help: '', rule: null, default: false },
    { kind: 'flag', name: 'infantry', help: '', rule: null, default: true },
  ];
  expect(told(some, defaults(some))).toBe('attacker sherman 75, range 12, infantry');
  expect(told(some, { ...defaults(some), 'hull-down': true, infantry: false, range: 0 })).toBe('attacker sherman 75, range 0, hull down, infantry no');
});

it('finds choices of which every word begins a word of the name or of what it means', () => {
  const choices = [{ name: 'sherman-75', help: 'M4 Sherman, USA' }, { name: 'firefly', help: 'Sherman Firefly, Britain' }];
  expect(search(choices, 'sherman').map(({ name }) => name)).toEqual(['sherman-75', 'firefly']);
  expect(search(choices, 'SHER brit').map(({ name }) => name)).toEqual(['firefly']);
  expect(search(choices, ' ')).toEqual([]);
});
