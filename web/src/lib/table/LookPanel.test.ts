import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Scene } from '../api/kernel';
import { Looking } from './looking.svelte';
import LookPanel from './LookPanel.svelte';

it('says what the piece is that is looked from, for those who cannot rest on it', () => {
  const scene = { pieces: [{ id: 7, name: 'Able', about: 'regular; M4 Sherman: AP 31, HE/SA 4. Published: gun 75 mm' }] } as unknown as Scene;
  const looking = new Looking('game', () => 'attacker', () => scene);
  looking.begin('what-if', 7);
  render(LookPanel, { looking, book: 'elements' });
  expect(screen.getByText(/M4 Sherman: AP 31.*Published: gun 75 mm/)).toBeTruthy();
});
