import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.KAMIZA_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/kamiza/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', worker: 'src/worker.ts' },
      output: {
        // A service worker watches over what lies below it, and is asked for by this name.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: {
      // The server trusts its own origin only.
      '/api': { target: server, headers: { origin: server } },
      '/ws': { target: server, ws: true, rewriteWsOrigin: true },
    },
  },
  test: { include: ['tests/unit/**/*.test.ts'] },
});
