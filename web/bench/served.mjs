// A real server over a store of its own, and a real browser.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** Starts both, does something with them, and ends them whatever comes of it. */
export async function served(env, work) {
  const folder = mkdtempSync(join(tmpdir(), 'sandtable-bench-'));
  const program = process.env.SANDTABLE_DRILL_SERVER ?? '../target/release/examples/drill_server';
  const server = spawn(program, [process.env.LISTEN ?? '127.0.0.1:0', `sqlite:${join(folder, 'games.db')}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const address = await new Promise((found, failed) => {
    server.stdout.on('data', (text) => {
      const at = /listening on (\S+)/.exec(text)?.[1];
      if (at) found(`http://${at}`);
    });
    server.once('exit', () => failed(new Error('the server ended before it listened')));
  });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    await work(browser, address);
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await new Promise((done) => server.once('exit', done));
    rmSync(folder, { recursive: true, force: true });
  }
}
