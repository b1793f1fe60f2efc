import { expect, it } from 'vitest';
import { Problem } from '../api/problem';
import { patiently } from './patience';

const lost = () => new Problem('lost', 0, 'The server cannot be reached.');

it('sends again what got lost until it gets through', async () => {
  let sent = 0;
  const answer = await patiently(async () => {
    sent += 1;
    if (sent < 3) throw lost();
    return 'through';
  }, [0, 0, 0]);
  expect([answer, sent]).toEqual(['through', 3]);
});

it('does not send again what was refused', async () => {
  let sent = 0;
  const refused = patiently(async () => {
    sent += 1;
    throw new Problem('refused', 422, 'No.');
  }, [0, 0]);
  await expect(refused).rejects.toThrow('No.');
  expect(sent).toBe(1);
});

it('says so when nothing gets through at all', async () => {
  await expect(patiently(() => Promise.reject(lost()), [0])).rejects.toThrow('cannot be reached');
});
