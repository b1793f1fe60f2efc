import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    server: string;
  }
}

export type Served = { url: string; stop: () => Promise<void> };

/**
 * Starts the server that the tests of the browser play on, on a port of its own, with `drill` on its shelf and its dice
 * from a seed, so that the games are the same on each run.
 */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['SANDTABLE_E2E_SERVER'];
  const { url, stop } = given ? { url: given, stop: async () => undefined } : await serve();
  project.provide('server', url);
  return stop;
}

/** A server with an empty folder of games. */
export async function serve(): Promise<Served> {
  const program = process.env['SANDTABLE_DRILL_SERVER'] ?? '../target/debug/examples/drill_server';
  if (!existsSync(program)) throw new Error(`${program} is not there: build it with 'make web-test'`);
  const folder = mkdtempSync(join(tmpdir(), 'sandtable-e2e-'));
  const child = spawn(program, ['127.0.0.1:0', `sqlite:${join(folder, 'games.db')}`], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DRILL_SEED: '1916' } });
  const stop = async () => {
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await Promise.race([gone, new Promise((done) => setTimeout(done, 5000))]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: await listening(child), stop };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let text = '';
    child.stdout?.on('data', (more: Buffer) => {
      text += more.toString();
      const address = /listening on (\S+)/.exec(text)?.[1];
      if (address) found(`http://${address}`);
    });
    child.once('exit', (code) => failed(new Error(`the server ended with ${code} before it listened`)));
  });
}
