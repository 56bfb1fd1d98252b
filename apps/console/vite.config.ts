import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the console's pages into `web/dist`, which the server serves below `/console`. */
export default defineConfig({
  root: new URL('web', import.meta.url).pathname,
  base: '/console/',
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['@slipway/source'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rollupOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } },
  },
});
