import { Problem } from '../api/problem';

/** A key that makes a request safe to send again. */
export function newKey(): string {
  return crypto.randomUUID();
}

const WAITS = [300, 800, 2000, 4000];

/** Sends again what got no answer. The key in the request sees to it that nothing is done twice. */
export async function patiently<T>(send: () => Promise<T>, waits: number[] = WAITS): Promise<T> {
  for (const wait of waits) {
    try {
      return await send();
    } catch (caught) {
      if (!(caught instanceof Problem && caught.lost)) throw caught;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  return send();
}
