import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the pages into `dist`, which the console's server serves below `/console`. */
export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['@slipway/source'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Tells the server which scripts a page consists of.
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', passkeys: 'src/passkeys/plain-forms.ts' },
      // The server's own pages name this script.
      output: { entryFileNames: ({ name }) => (name === 'passkeys' ? 'passkeys.js' : 'assets/[name]-[hash].js') },
    },
  },
});
