import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env['SANDTABLE_SERVER'] ?? 'http://127.0.0.1:8017';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  server: { host: '127.0.0.1', proxy: { '/api': { target: server, changeOrigin: false }, '/docs': { target: server, changeOrigin: false } } },
  // Components are tested as a browser would get them, not as a server would render them.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    isolate: false,
    pool: 'threads',
  },
});
