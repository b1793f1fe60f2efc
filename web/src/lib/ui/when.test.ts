import { expect, it } from 'vitest';
import { when } from './when';

it('says when as one says it', () => {
  const now = Date.UTC(2026, 10, 17, 12);
  const back = (minutes: number) => when(now - minutes * 60_000, now);
  expect([back(0.5), back(1), back(59), back(60), back(60 * 23)]).toEqual(['just now', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago']);
  expect([back(60 * 24), back(60 * 24 * 3)]).toEqual(['yesterday', '3 days ago']);
  expect(back(60 * 24 * 30)).toMatch(/2026/);
});
