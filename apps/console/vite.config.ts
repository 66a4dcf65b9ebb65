import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

/** The server that `npm run dev` has started beside this one. */
const server = `http://127.0.0.1:${process.env.VARDE_HTTP_PORT ?? '8080'}`;

export default defineConfig({
  plugins: [react(), precompress()],
  build: { manifest: true, target: 'es2023', chunkSizeWarningLimit: 1200 },
  server: {
    proxy: {
      '/ajax/live': { target: server, ws: true },
      '/ajax': server,
      '/perform_login': server,
      '/logout': server,
    },
  },
});
