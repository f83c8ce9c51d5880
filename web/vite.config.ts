import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.KAMIZA_SERVER ?? 'http://127.0.0.1:8000';

/** Python comes in a pack of ours; what its loader names itself need not be there too. */
const withoutWasm = {
  name: 'without-wasm',
  transform: (code: string, id: string) =>
    id.includes('pyodide.asm.mjs') ? code.replace('new URL("pyodide.asm.wasm",import.meta.url).href', '""') : undefined,
};

/** What a service worker keeps: everything but the page itself and the worker. */
const listParts = {
  name: 'list-parts',
  generateBundle(_: unknown, bundle: Record<string, unknown>) {
    const parts = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
    (this as unknown as { emitFile(file: object): void }).emitFile({
      type: 'asset',
      fileName: 'parts.json',
      source: JSON.stringify([...parts.toSorted(), 'icon.svg', 'kamiza.webmanifest']),
    });
  },
};

/** A plain web host sends no policy, so the page brings its own; the server's stands in `app.py`. */
const ownPolicy = {
  name: 'own-policy',
  transformIndexHtml: () => [{ tag: 'meta', injectTo: 'head-prepend' as const, attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY } }],
};
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; " +
  "img-src 'self' data:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

/** `make site`: files for any web host, in any folder of it. */
const site = { base: './', outDir: '../build/site' };
const served = { base: '/', outDir: '../src/kamiza/server/static' };
/** `make site-compiled`: our sources with the rules as wasm. */
const compiledPacks = { find: /^\.\/packs\/(?!told)/, replacement: './packs/compiled/' };

export default defineConfig(({ mode }) => ({
  base: (mode === 'site' ? site : served).base,
  plugins: [svelte(), listParts, ...(mode === 'site' ? [ownPolicy] : [])],
  resolve: { alias: process.env.KAMIZA_PACKS === 'compiled' ? [compiledPacks] : [] },
  worker: { format: 'es', plugins: () => [withoutWasm] },
  build: {
    outDir: (mode === 'site' ? site : served).outDir,
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
  // Nothing is proven by a limit; a machine that stalls must not reach it.
  test: { include: ['tests/unit/**/*.test.ts'], testTimeout: 60_000 },
}));
