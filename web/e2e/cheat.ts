import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './server';

/** A server whose operator goes back on the commitment of his dice when he likes to. */
export type Cheat = {
  url: string;
  /** From now on every answer has another commitment, and so has what the live streams tell. */
  change: (commitment: string) => string;
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
  let swapped: [string, string] | null = null;
  let asked: string[] = [];
  const between = createServer((from, to) => {
    // What is packed could not be read on the way.
    const { 'accept-encoding': _, ...headers } = from.headers;
    if (from.method === 'POST') asked.push((from.url ?? '').replace(/^.*\/games\/[^/]+\//, ''));
    const passed = request({ hostname, port, path: from.url, method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      to.flushHeaders();
      // Both commitments are of one length, so the answer's length stays true.
      answer.on('data', (chunk: Buffer) => to.write(swapped ? Buffer.from(chunk.toString('latin1').replaceAll(...swapped), 'latin1') : chunk));
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
    change: (commitment) => {
      const other = [...commitment].reverse().join('');
      swapped = [commitment, other];
      return other;
    },
    asked: () => asked.splice(0),
    stop: async () => {
      await closed(between);
      await honest.stop();
    },
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
