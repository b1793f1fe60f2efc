import { defineConfig } from 'vitest/config';

// Real Chromium against a real server: one at a time, each with patience for a busy machine.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/server.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // Files in one order, whatever they took the last time: the n-th game of a run has the same dice each time.
    cache: false,
    isolate: false,
    // One failure on a machine that is starved is tried once more, and said; two are a fault.
    retry: 1,
  },
});
