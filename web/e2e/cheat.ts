import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './server';

/** A server whose operator shows players another commitment than that to the secret of its dice, when he likes to. */
export type Cheat = {
  url: string;
  /** Does every answer from now on have another commitment, and what the live streams tell? */
  lies: (lies: boolean) => void;
  /** Every change that was asked for since the last look: its path, without the game's name. */
  asked: () => string[];
  stop: () => Promise<void>;
};

/**
 * An honest server, and its operator between it and the players: he puts another commitment in the place of the one it
 * made, in answers and live streams alike, as one does who has put his database back and drawn another secret. It is a
 * server of its own, because the games of the other tests have their dice by their number.
 */
export async function cheat(): Promise<Cheat> {
  const honest = await serve();
  const { hostname, port } = new URL(honest.url);
  let lies = false;
  const asked: string[] = [];
  const between = createServer((from, to) => {
    // What is packed could not be read on the way.
    const headers = { ...from.headers, 'accept-encoding': 'identity' };
    if (from.method === 'POST') asked.push((from.url ?? '').replace(/^.*\/games\/[^/]+\//, ''));
    const passed = request({ hostname, port, path: from.url, method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      to.flushHeaders();
      answer.on('data', (chunk: Buffer) => to.write(lies ? another(chunk) : chunk));
      answer.on('end', () => to.end());
      answer.on('error', () => to.destroy());
    });
    passed.on('error', () => to.destroy());
    to.on('close', () => passed.destroy());
    from.pipe(passed);
  });
  await new Promise<void>((listens) => between.listen(0, '127.0.0.1', listens));
  return {
    url: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    lies: (now) => (lies = now),
    asked: () => asked.splice(0),
    stop: async () => {
      await closed(between);
      await honest.stop();
    },
  };
}

/** Another commitment, of the same length, so that the answer's length stays true. */
function another(chunk: Buffer): Buffer {
  const text = chunk.toString('latin1').replace(/"commitment":"([0-9a-f]{64})"/g, (_, hex: string) => `"commitment":"${[...hex].reverse().join('')}"`);
  return Buffer.from(text, 'latin1');
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
