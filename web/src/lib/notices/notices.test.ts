import { tick } from 'svelte';
import { expect, it } from 'vitest';
import type { Game } from '../api/types';
import { settings } from '../ui/settings.svelte';
import { notices } from './notices.svelte';

const game = (id: string, mine: boolean) =>
  ({ id, name: '', scenario: 'skirmish', status: 'playing', asks: [{ id: 1, seat: 'red', question: 'move', rule: 'D1', mine }] }) as unknown as Game;

it('puts before the title of any page how many games wait, unless that is turned off', async () => {
  document.title = 'Rulebook · Sandtable';
  notices.told(game('a', true));
  notices.told(game('b', true));
  await tick();
  expect(document.title).toBe('(2) Rulebook · Sandtable');
  notices.told(game('b', false));
  await tick();
  expect(document.title).toBe('(1) Rulebook · Sandtable');
  settings.setTitled(false);
  await tick();
  expect(document.title).toBe('Rulebook · Sandtable');
  settings.setTitled(true);
  notices.told(game('a', false));
});
